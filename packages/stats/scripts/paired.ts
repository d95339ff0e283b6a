// `pnpm --filter @assay/stats paired-tables`: coverage, errors and power of paired differences, by simulation. The tables of docs/statistics.md.
import { lineOf, PAIRED_TABLES } from './simulation/paired-tables.ts'

for (const [at, { title, head, rows }] of PAIRED_TABLES.entries()) {
  console.log(`${at === 0 ? '' : '\n'}${title}${head === '' ? '' : `\n${head}`}`)
  for (const row of rows) console.log(lineOf(row))
}
