import { expect, it } from 'vitest'
import { finishedRun, memorySink, reported } from '../__fixtures__/sample-run.ts'
import { createJsonReporter } from './json-reporter.ts'
import { createJsonlReporter } from './jsonl-reporter.ts'
import { createRowJson } from './row-json.ts'

it.each([
  ['json', createJsonReporter],
  ['jsonl', createJsonlReporter],
] as const)('a report as %s is the same whether its rows were rendered elsewhere or here', async (form, create) => {
  const run = await finishedRun()
  const [here, elsewhere] = [memorySink(), memorySink()]
  await reported(create(here), run)

  const reporter = create(elsewhere)
  expect(reporter.rendered?.form).toBe(form)
  const rowJson = createRowJson()
  const [first, ...others] = run.rows.map((row) => Buffer.from(form === 'json' ? `,\n${rowJson(row)}` : `${rowJson(row)}\n`))
  await reporter.begin(run.run)
  await reporter.rendered?.rows(first ?? Buffer.alloc(0))
  await reporter.rendered?.rows(Buffer.concat(others.slice(0, 2)))
  await reporter.rows(run.rows.slice(3))
  await reporter.end(run.summary)
  expect(elsewhere.text()).toBe(here.text())
})
