import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const words = (text: string): string => text.replaceAll(/\s+/g, ' ')
const rowsOf = (retriever: string, found: number): object[] =>
  Array.from({ length: 20 }, (_, i) => ({
    id: `q${i}`,
    retriever,
    settings: { top: 3 },
    reference_context_ids: [`d${i}`],
    retrieved_context_ids: i < found ? [`d${i}`] : ['x'],
  }))
const byId = ['-m', 'id-based-context-recall'] as const

describe('groups that share ids', () => {
  const all = jsonl(...rowsOf('bm25', 8), ...rowsOf('dense', 20), ...rowsOf('hybrid', 19))

  it('are compared inside one report, in every form of it', async () => {
    const cwd = project({ 'rows.jsonl': all })
    const outputs = ['r.json', 'r.md', 'r.html'].flatMap((file) => ['-o', file])
    const { code, out } = await runAssay(['eval', 'rows.jsonl', ...byId, '--group-by', 'retriever', ...outputs], { cwd })
    expect(code).toBe(0)
    const told = words(out)
    expect(told).toContain('best of 3: dense, or hybrid; no group is shown to be better than these (95%, all 3 pairs at once)')
    expect(out).toMatch(/ bm25 +-0\.600 \[-0\.\d{3}, -0\.\d{3}\] +b/)
    expect(told).toContain('20 rows that all groups have')
    const report = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8'))
    expect(report.rows[25]).toMatchObject({ id: 'q5', groups: { retriever: 'dense' } })
    expect(report.summary.id_based_context_recall.comparisons.retriever).toMatchObject({ joined: 20, used: 20, best: ['dense', 'hybrid'] })
    expect(readFileSync(join(cwd, 'r.md'), 'utf8')).toContain('best of 3: `dense`, or `hybrid`; no group is shown')
    expect(readFileSync(join(cwd, 'r.html'), 'utf8')).toContain('best of 3: dense, or hybrid; no group is shown')
  })

  it('may be files, and no others: an id that stands twice in a group is refused', async () => {
    const cwd = project({ 'a.jsonl': jsonl(...rowsOf('bm25', 8)), 'b.jsonl': jsonl(...rowsOf('dense', 20)), 'all.jsonl': all })
    const files = await runAssay(['eval', 'a.jsonl', 'b.jsonl', ...byId, '--group-by', 'file'], { cwd })
    expect([files.code, words(files.out)]).toEqual([
      0,
      expect.stringContaining('best of 2: b.jsonl; every other group is shown to be worse than some group (95%, one pair)'),
    ])
    const top = await runAssay(['eval', 'all.jsonl', ...byId, '--group-by', 'settings.top'], { cwd })
    expect([top.code, top.err]).toEqual([3, expect.stringContaining('the id "q0" was already given')])
    const both = await runAssay(['eval', 'all.jsonl', ...byId, '--group-by', 'settings.top', '--group-by', 'retriever'], { cwd })
    expect(both.code).toBe(0)
  })

  it('of two such reports pair group by group', async () => {
    const cwd = project({ 'a.jsonl': all, 'b.jsonl': jsonl(...rowsOf('hybrid', 1), ...rowsOf('bm25', 9), ...rowsOf('dense', 20)) })
    for (const name of ['a', 'b'])
      await runAssay(['eval', `${name}.jsonl`, ...byId, '--group-by', 'retriever', '--quiet', '-o', `${name}.json`], { cwd })
    const { out } = await runAssay(['compare', 'a.json', 'b.json'], { cwd })
    expect(out).toContain('60 pairs of rows\n')
    expect(words(out)).toContain('60 pairs used: 18 worse, 41 alike, 1 better')
  })

  it('of other rows are shown without a comparison', async () => {
    const cwd = project({ 'rows.jsonl': jsonl(...rowsOf('even', 8).slice(0, 10), ...rowsOf('odd', 8).slice(10)) })
    const { out } = await runAssay(['eval', 'rows.jsonl', ...byId, '--group-by', 'retriever'], { cwd })
    expect(out).not.toContain('best of')
  })
})
