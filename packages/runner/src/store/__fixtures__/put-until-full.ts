import { writeSync } from 'node:fs'
import { openReplyStore } from '../open-reply-store.ts'
import { storedReplyOf } from './stored-reply-of.ts'

// A limit on file sizes raises a signal that would end the process; a full disk does not.
process.on('SIGXFSZ', () => {})

/** Puts 100 replies of 100 KB, prints the warnings, and which replies it still finds. */
const [folder = ''] = process.argv.slice(2)
const warnings: string[] = []
const store = await openReplyStore({ folder, onWarning: (message) => warnings.push(message) })
await store.beginRun({ id: 'r', resume: null })
const journal = store.journal('r')
for (let index = 0; index < 100; index++) await journal.put(`${index}`, storedReplyOf('x'.repeat(100_000)))
const found = Array.from({ length: 100 }, (_, index) => journal.find(`${index}`)?.stored).filter((stored) => stored?.reply.text.length === 100_000).length
const problem = store.problem()
await store.endRun('r', 'interrupted')
await store.prune()
await store.close()
writeSync(1, JSON.stringify({ warnings, found, problem }))
