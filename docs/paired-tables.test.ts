import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lineOf, PAIRED_TABLES } from '../packages/stats/scripts/simulation/paired-tables.ts'

const shown =
  /<!-- paired-tables -->\n```text\n([\s\S]*?)\n```/
    .exec(readFileSync(new URL('statistics.md', import.meta.url), 'utf8'))?.[1]
    ?.split('\n\n')
    .map((block) => block.split('\n')) ?? []

/** A line without its figures. */
const nameOf = (line: string): string => line.slice(0, 44).trimEnd()

it('the page on statistics shows every table of paired differences that is simulated', () => {
  expect(shown.map((block) => block.map(nameOf))).toEqual(
    PAIRED_TABLES.map(({ title, head, rows }) =>
      [...title.split('\n'), ...(head === '' ? [] : [head]), ...rows.map(({ name }) => name)].map(nameOf),
    ),
  )
})

// All of them take minutes; the quickest stands for the rest.
it('and of a table simulated again the figures it has', () => {
  const at = PAIRED_TABLES.findIndex(({ title }) => title.startsWith('p and interval contradict each other'))
  expect(shown[at]?.slice(-2)).toEqual(PAIRED_TABLES[at]?.rows.map(lineOf))
})
