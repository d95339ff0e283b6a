import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { openRun } from './__fixtures__/open-run.ts'
import { type FinishedRun, reported } from './__fixtures__/sample-run.ts'
import { useTempFolder } from './__fixtures__/temp-folder.ts'
import { reporterFor } from './reporter-for.ts'

const inFolder = useTempFolder()

async function textOf(ending: string, run: FinishedRun): Promise<string> {
  const path = inFolder(`report.${ending}`)
  await reported(reporterFor(path), run)
  return (await readFile(path, 'utf8')).replaceAll(/\s+/g, ' ')
}

describe('a check', () => {
  it.each(['txt', 'md', 'xml'])('that undecided claims could change is not passed in .%s, and its row is shown', async (ending) => {
    const text = await textOf(ending, await openRun(0.5))
    expect(text).toContain('check undecided: range 0 to 1 straddles 0.5 (counted as passed)')
    expect(text).not.toContain('check passed')
  })

  it.each(['txt', 'md', 'html'])('of that kind stands beside the count of rows that passed in .%s', async (ending) => {
    const text = await textOf(ending, await openRun(0.5))
    expect(text).toContain('1 row passed, 0 failed; undecided claims could change a check of 1 row among these')
  })

  it('of that kind has the threshold in CSV, in a column that other runs do not have', async () => {
    expect(await textOf('csv', await openRun(0.5))).toMatch(/\.passed,[^ ]*\.undecidedAt .*true,0\.5 ?$/)
    expect(await textOf('csv', await openRun(0))).not.toContain('undecidedAt')
  })

  it.each(['txt', 'md', 'xml', 'html'])('that they cannot change says nothing of it in .%s', async (ending) => {
    const text = await textOf(ending, await openRun(0))
    // The page's script knows the words.
    if (ending !== 'html') expect(text).not.toContain('check undecided:')
    expect(text).not.toContain('could change a check of')
  })
})
