// `pnpm --filter @assay/stats coverage-table`: how often each interval contains the true value, by simulation. The table of docs/statistics.md.
import { TABLE_HEAD, tableLines } from './simulation/coverage-table.ts'
import { SCENARIOS } from './simulation/measure-coverage.ts'

for (const line of TABLE_HEAD) console.log(line)
for (const scenario of SCENARIOS) console.log(`\n${tableLines(scenario).join('\n')}`)
