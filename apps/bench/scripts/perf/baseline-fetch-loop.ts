// The baseline of a judged run: reads rows, sends each the request that Assay sends, 32 at once by the fetch of Node, parses the reply and
// writes one JSON line. node baseline-fetch-loop.ts ROWS URL OUT
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , input = '', url = '', output = ''] = process.argv
const CONCURRENCY = 32
const system = 'Judge which claims of the reference the contexts support. '.repeat(28)
const schema = { type: 'object', properties: { claims: { type: 'array', items: { type: 'object' } } }, required: ['claims'] }
const out = createWriteStream(output)
const lines = createInterface({ input: createReadStream(input) })[Symbol.asyncIterator]()

async function work(): Promise<void> {
  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    const row = JSON.parse(line.value) as { id: string; user_input: string; reference: string; retrieved_contexts: string[] }
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer test' },
      body: JSON.stringify({
        model: 'gpt-5-mini',
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: `${row.retrieved_contexts.join('\n')}\n${row.user_input}\n${row.reference}` },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'claims', schema } },
      }),
    })
    const reply = (await response.json()) as { choices: { message: { content: string } }[] }
    const { claims } = JSON.parse(reply.choices[0]?.message.content ?? '') as { claims: { supported: boolean }[] }
    const value = claims.filter(({ supported }) => supported).length / claims.length
    out.write(`${JSON.stringify({ id: row.id, value })}\n`)
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, work))
out.end()
