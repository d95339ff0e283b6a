import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TABLE_HEAD, tableLines } from '../packages/stats/scripts/simulation/coverage-table.ts'
import { differenceOfRows } from '../packages/stats/scripts/simulation/differences.ts'
import { SCENARIOS } from '../packages/stats/scripts/simulation/measure-coverage.ts'

const shown =
  /<!-- coverage-table -->\n```text\n([\s\S]*?)\n```/
    .exec(readFileSync(new URL('statistics.md', import.meta.url), 'utf8'))?.[1]
    ?.split('\n\n')
    .map((block) => block.split('\n')) ?? []

it('the page on statistics shows every scenario that is simulated', () => {
  expect(shown.slice(0, 2).flat()).toEqual(TABLE_HEAD.filter((line) => line !== ''))
  expect(shown.slice(2).map(([name]) => name)).toEqual(SCENARIOS.map(({ name }) => name))
})

// All of it takes a minute; the quickest scenario stands for the rest.
it('and of a scenario simulated again the figures it has', () => {
  expect(shown.find(([name]) => name === differenceOfRows.name)).toEqual(tableLines(differenceOfRows))
})
