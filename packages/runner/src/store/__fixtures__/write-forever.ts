import { writeSync } from 'node:fs'
import { openReplyStore } from '../open-reply-store.ts'
import { storedReplyOf } from './stored-reply-of.ts'

/**
 * Puts replies `<name>-0`, `<name>-1`, … into folder and run, several at once, and prints the name of each committed one; never ends by
 * itself.
 */
const [folder = '', run = '', name = '', most = 'Infinity'] = process.argv.slice(2)
const store = await openReplyStore({ folder, onWarning: (message) => writeSync(1, `warning ${message}\n`) })
await store.beginRun({ id: run, resume: { argv: ['rows.jsonl'] } })
const journal = store.journal(run)
let next = 0
await Promise.all(
  Array.from({ length: 4 }, async () => {
    while (next < Number(most)) {
      const key = `${name}-${next++}`
      const stored = storedReplyOf(key)
      await journal.put(key, stored, { shared: true })
      writeSync(1, `${key}\n`)
      await new Promise(setImmediate)
    }
  }),
)
await store.close()
