import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hostileTexts } from '../__fixtures__/hostile.ts'
import { finishedRun, reported } from '../__fixtures__/sample-run.ts'
import { useTempFolder } from '../__fixtures__/temp-folder.ts'
import { githubAnnotations } from './github-annotations.ts'
import { githubStepSummary } from './github-step-summary.ts'

const inFolder = useTempFolder()
const ON = { GITHUB_ACTIONS: 'true' }

describe('annotations on GitHub', () => {
  it('name why a run was stopped and each gate that does not hold, failed ones first', () => {
    const gates = [
      { text: 'c', held: null },
      { text: 'a=0.8', held: false, note: '100% short' },
      { text: 'b', held: true },
    ]
    expect(githubAnnotations(ON, { stopped: { cause: 'quota', reason: 'none left' } }, { gates })).toBe(
      '::error title=Assay stopped early::none left\n::error title=Assay gate failed::a=0.8 (100%25 short)\n::error title=Assay gate undecided::c\n',
    )
  })

  it('are only written where a workflow runs', () => {
    const gates = [{ text: 'a', held: false }]
    for (const env of [{}, { GITHUB_ACTIONS: 'false' }, { GITHUB_STEP_SUMMARY: '/x' }])
      expect(githubAnnotations(env, {}, { gates })).toBe('')
    expect(githubAnnotations(ON, {}, { gates: [{ text: 'a', held: true }] })).toBe('')
  })

  it('are ten at most, the last one saying how many more there are', () => {
    const gates = Array.from({ length: 25 }, (_, at) => ({ text: `g${at}`, held: false }))
    const lines = githubAnnotations(ON, {}, { gates }).trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines.at(-1)).toContain('16 more gates')
    expect(
      githubAnnotations(ON, {}, { gates: gates.slice(0, 10) })
        .trimEnd()
        .split('\n'),
    ).toHaveLength(10)
  })

  it.each(hostileTexts)('let %s begin no command of its own', (_name, text) => {
    const written = githubAnnotations(ON, { stopped: { cause: 'auth', reason: text } }, { gates: [{ text, held: false, note: text }] })
    expect(written.match(/^::error title=Assay [a-z ]+::.*$/gm)).toHaveLength(2)
    expect(written.split('\n')).toHaveLength(3)
  })
})

describe('the step summary on GitHub', () => {
  it('is added to what other steps wrote', async () => {
    const path = inFolder('summary.md')
    writeFileSync(path, 'Earlier, without an end of line')
    const reporter = githubStepSummary({ GITHUB_STEP_SUMMARY: path })
    if (reporter === undefined) throw new Error('no reporter')
    await reported(reporter, await finishedRun())
    expect(readFileSync(path, 'utf8')).toMatch(/^Earlier, without an end of line\n\n## Assay\n/)
  })

  it('given up leaves what was there', async () => {
    const path = inFolder('summary.md')
    writeFileSync(path, 'Earlier')
    const reporter = githubStepSummary({ GITHUB_STEP_SUMMARY: path })
    await reporter?.begin((await finishedRun()).run)
    await reporter?.abandon()
    expect(readFileSync(path, 'utf8')).toBe('Earlier')
  })

  it('is not written where no file is named', () => {
    expect(githubStepSummary({})).toBeUndefined()
    expect(githubStepSummary({ GITHUB_STEP_SUMMARY: '' })).toBeUndefined()
  })
})
