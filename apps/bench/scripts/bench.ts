// `npm run bench`: the benchmark of recorded judges and baselines on the shipped fixtures, without a network. With arguments: `assay-bench`.
import { main } from '../src/cli/main.ts'
import { shippedFixture } from '../src/fixtures/shipped-fixtures.ts'
import { planBench } from '../src/harness/bench-plan.ts'
import { runBench } from '../src/harness/run-bench.ts'
import { terminalReport } from '../src/report/terminal-report.ts'
import { whenReaderLeaves } from './when-reader-leaves.ts'

const verdicts = shippedFixture('wice-recorded-verdicts.jsonl')
const parts = [
  {
    title: 'RECORDED JUDGES',
    judges: ['gpt-4-0613', 'gpt-3.5-turbo-0613'].map((judge) => `verdicts:${verdicts}#${judge}`),
    files: ['wice-recorded-items.jsonl'],
  },
  { title: 'BASELINES ON THE 400 SHIPPED PAIRS', judges: [], files: ['bench-mini.jsonl'] },
  {
    title: 'BASELINES ON THE DEV FILES',
    judges: [],
    files: ['wice-dev.jsonl', 'begin-dev.jsonl', 'summedits-sales-dev.jsonl', 'expertqa-val.jsonl'],
  },
]

const args = process.argv.slice(2)
if (args.length > 0) {
  whenReaderLeaves(() => undefined) // it still has to write its files
  process.exitCode = await main(args)
} else {
  whenReaderLeaves(() => process.exit(0))
  await printShipped()
}

async function printShipped(): Promise<void> {
  for (const { title, judges, files } of parts) {
    const options = { judges, fixtures: files.map(shippedFixture) }
    const result = await runBench({ plan: await planBench(options), options, settings: {} })
    console.log(`${title}\n${'='.repeat(title.length)}\n${terminalReport(result)}`)
  }
}
