import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { command, paidRuns, supported } from '../../__fixtures__/paid-runs.ts'

const { answerBy, asked, assay, at } = paidRuns()

describe('an interruption', () => {
  it('finishes what is in flight, says how to go on, and loses nothing', async () => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined
    answerBy((index) => {
      if (index === 2) kill?.('SIGINT')
      return supported(true)
    })
    const first = await assay([...command, '--quiet', '--no-cache', '-o', 'out.jsonl', '--concurrency', '1'], {
      onStart: (end) => {
        kill = end
      },
    })
    expect(first.code).toBe(130)
    expect(first.err).toContain('interrupted: finishing the calls in flight; once more stops at once')
    expect(first.err).toMatch(/to go on with it: assay eval --resume=\S+/)
    const inFirst = asked().length
    expect(inFirst).toBeLessThan(6)
    const second = await assay(['eval', '--resume'])
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(asked()).toHaveLength(6)
    const lines = readFileSync(at('out.jsonl'), 'utf8').trim().split('\n')
    expect(lines.flatMap((line) => JSON.parse(line).id ?? [])).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5'])
  })

  it('before anything was scored says so, and writes what was asked for all the same', async () => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined
    answerBy(() => {
      kill?.('SIGINT')
      return { status: 429, headers: { 'retry-after': '60' }, error: { message: 'slow down' } }
    })
    const files = ['-o', 'out.json', '-o', 'out.xml', '-o', 'out.md']
    const ran = await assay([...command, ...files, '--concurrency', '1'], { onStart: (end) => void (kill = end) })
    expect(ran).toMatchObject({ code: 130, out: '' })
    expect(ran.err).toContain('\nassay: Interrupted. Rows not begun were left out.\n')
    const report = JSON.parse(readFileSync(at('out.json'), 'utf8'))
    expect(report).toMatchObject({ stopped: { cause: 'aborted' }, rows: [{ id: 'r0' }], summary: { context_recall: { scored: 0 } } })
    for (const name of ['out.xml', 'out.md']) expect(readFileSync(at(name), 'utf8')).toContain('Interrupted. Rows not begun')
  })

  it.each([
    ['asks to wait a minute', { 'retry-after': '60' }],
    ['refuses every attempt', { 'retry-after': '0' }],
  ])('waits for no server that %s', async (_what, headers) => {
    let kill: ((signal: NodeJS.Signals) => void) | undefined
    answerBy((index) => {
      if (index === 0) return supported(true)
      if (index === 1) kill?.('SIGTERM')
      return { status: 429, headers, error: { message: 'slow down' } }
    })
    const ran = await assay([...command, '-o', 'out.json', '--max-retries', '100'], { onStart: (end) => void (kill = end) })
    expect(ran.code).toBe(130)
    const before = asked().length
    expect(before, 'those in flight, and no second attempt').toBeLessThanOrEqual(6)
    const { rows } = JSON.parse(readFileSync(at('out.json'), 'utf8'))
    expect(rows[0].scores.context_recall.status).toBe('scored')
    expect(rows[1].scores.context_recall).toMatchObject({ status: 'unscored', cause: 'aborted' })
    answerBy(() => supported(true))
    const { code } = await assay(['eval', '--resume', '--max-retries', '0'])
    expect(code).toBe(0)
    expect(asked().length - before, 'the answered row is not asked for again').toBe(5)
  })
})
