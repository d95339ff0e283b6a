import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { summaryOf } from '../../__fixtures__/literal-server.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const ids = { id: 'a', hits: ['d1', 'd2'], gold: ['d1', 'd3'] }

describe('a configuration is found upwards from where the command runs', () => {
  const columns = "retrieved_context_ids: 'hits', reference_context_ids: 'gold'"
  it.each([
    ['assay.config.yaml', `data: rows.jsonl\ncolumns: { ${columns} }\nmetrics: [id-based-context-recall]\n`],
    [
      'assay.config.json',
      JSON.stringify({
        data: ['rows.jsonl'],
        columns: { retrieved_context_ids: 'hits', reference_context_ids: 'gold' },
        metrics: ['id-based-context-recall'],
      }),
    ],
    ['assay.config.js', `export default { data: 'rows.jsonl', columns: { ${columns} }, metrics: ['id-based-context-recall'] }`],
    [
      'assay.config.ts',
      `import { defineConfig, idBasedContextRecall } from 'assay'
type Row = { hits: string[] }
const hits = (row: unknown): string[] => (row as Row).hits
export default defineConfig({ data: 'rows.jsonl', columns: { retrieved_context_ids: hits, reference_context_ids: 'gold' }, metrics: [idBasedContextRecall()] })`,
    ],
  ])('%s', async (name, content) => {
    const folder = project({ [name]: content, 'rows.jsonl': jsonl(ids), 'deep/er/x': '' })
    const ran = await runAssay(['eval', '--quiet', '-o', '-'], { cwd: join(folder, 'deep/er') })
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(summaryOf(ran).id_based_context_recall.mean).toBe(0.5)
  })
})
