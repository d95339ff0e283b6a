// The baseline of a run with row output: read each JSON line, parse it, write it as one JSON line.
// node baseline-read-parse-write.ts IN [OUT]; without OUT it only reads and parses.
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

const [input = '', output] = process.argv.slice(2)
const lines = createInterface({ input: createReadStream(input, { highWaterMark: 1 << 18 }), crlfDelay: Infinity })
const sink = output === undefined ? undefined : createWriteStream(output, { highWaterMark: 1 << 18 })
let rows = 0
for await (const line of lines) {
  const row: unknown = JSON.parse(line)
  rows += 1
  if (sink !== undefined && !sink.write(`${JSON.stringify(row)}\n`)) await once(sink, 'drain')
}
sink?.end()
process.exitCode = rows > 0 ? 0 : 1
