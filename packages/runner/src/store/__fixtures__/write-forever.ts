import { writeSync } from 'node:fs'
import { openReplyStore } from '../open-reply-store.ts'
import { keptOf } from './kept-of.ts'

/** Puts replies `<name>-0`, `<name>-1`, … into folder and run, several at once, and names each that was committed; never ends by itself. */
const [folder = '', run = '', name = '', most = 'Infinity'] = process.argv.slice(2)
const store = await openReplyStore({ folder, onWarning: (message) => writeSync(1, `warning ${message}\n`) })
await store.beginRun({ id: run, resume: { argv: ['rows.jsonl'] } })
const journal = store.journal(run)
let next = 0
await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (next < Number(most)) {
      const key = `${name}-${next++}`
      const kept = keptOf(key)
      await journal.put(key, kept, { shared: true })
      writeSync(1, `${key}\n`)
      await new Promise(setImmediate)
    }
  }),
)
await store.close()
