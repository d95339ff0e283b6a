import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReplyStore } from '@assay/runner'
import { startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it } from 'vitest'
import { literalJudge, modelsOf } from '../__fixtures__/literal-judge.ts'
import { osloRow } from '../__fixtures__/oslo-row.ts'
import { command, paidRuns } from '../__fixtures__/paid-runs.ts'
import { jsonl, project } from '../__fixtures__/project.ts'
import { runAssay, runAssayProcess } from '../__fixtures__/run-assay.ts'

const { asked, assay, at, reportOf, writeRows } = paidRuns()

describe('a run that is gone on with', () => {
  it('reads the configuration that it began with again, wherever it stands and whatever it holds', async () => {
    const config = `import { lexicalScreen, openai } from 'assay'
export default { data: 'rows.jsonl', metrics: ['context-recall'], judge: openai('in-code'), concurrency: 1, output: 'out.jsonl' }`
    const rows = Array.from({ length: 4 }, (_, i) => ({ ...osloRow, id: `r${i}`, user_input: `Question ${i}?` }))
    const folder = project({ 'assay.config.ts': config, 'rows.jsonl': jsonl(...rows) })
    const deep = join(folder, 'deep')
    mkdirSync(deep)
    let interrupt: (() => void) | undefined
    await using slow = await startFakeOpenAI((request, index) => {
      if (index === 2) interrupt?.()
      return literalJudge(request)
    })
    const keys = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: slow.url }
    const first = await runAssay(['eval', '--quiet'], { cwd: deep, env: keys, onStart: (kill) => (interrupt = () => kill('SIGINT')) })
    expect(first.code).toBe(130)
    // A nearer one that came later is not the one it began with.
    writeFileSync(join(deep, 'assay.config.yaml'), 'judge: lexical\n')
    expect(await runAssay(['eval', '--resume'], { cwd: deep, env: keys })).toMatchObject({ code: 0 })
    expect(modelsOf(slow.requests)).toEqual(['in-code'])
    expect(readFileSync(join(folder, 'out.jsonl'), 'utf8').match(/"id":"r\d"/g)).toHaveLength(4)
  })

  it('takes the options given beside it, and no other data', async () => {
    writeRows(60)
    await reportOf('--budget-tokens', '1500', '--concurrency', '1')
    expect(asked().length).toBeLessThan(60)
    writeFileSync(at('other.jsonl'), '{}')
    const other = await assay(['eval', '--resume', 'other.jsonl'])
    expect(other).toMatchObject({ code: 2, err: expect.stringMatching(/begun over rows\.jsonl\. Leave other\.jsonl out to go on with it/) })
    expect((await assay(['eval', '--resume', '-m', 'context-recal'])).err).toContain('no metric "context-recal"')
    const { out } = await assay(['eval', '--resume', './rows.jsonl', '--budget-tokens', '1000000', '-m', 'context-recall'])
    expect(Object.keys(JSON.parse(out).summary)).toEqual(['context_recall'])
    expect(asked()).toHaveLength(60)
  })
})

describe('a run', () => {
  it('that another process works on is named to who would go on with it', async () => {
    const store = await openReplyStore({ folder: at('.assay'), onWarning: () => undefined })
    await store.beginRun({ id: 'run-1', resume: null })
    const { code, err } = await runAssayProcess(['eval', '--resume'], { cwd: at() })
    expect([code, err]).toEqual([2, expect.stringContaining('The unfinished run run-1 is being worked on by another process.')])
    await store.endRun('run-1', 'interrupted')
    await store.close()
    expect((await assay(['eval', '--resume'])).err).toContain('The run run-1 was not begun by this command.')
  })

  it.each([
    [['eval', '--resume'], 'There is no unfinished run in .assay.'],
    [['eval', '--resume=20261128T000000Z-abcdef'], 'There is no run 20261128T000000Z-abcdef in .assay.'],
  ])('that never was cannot be resumed: %j', async (args, message) => {
    const { code, err } = await assay(args)
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('that is over cannot be resumed either', async () => {
    const { report } = await reportOf()
    const { code, err } = await assay(['eval', `--resume=${report.run.id}`])
    expect(code).toBe(2)
    expect(err).toContain('is finished: there is nothing to resume')
  })

  it('that ended before anything was kept is not said to be one that can be gone on with', async () => {
    const env = { OPENAI_API_KEY: '', OPENAI_BASE_URL: 'https://api.openai.com/v1' }
    const { code, err } = await assay([...command, '--quiet'], { env })
    expect(code).toBe(2)
    expect(err).toContain('no key for')
    expect(err).not.toContain('--resume')
  })
})
