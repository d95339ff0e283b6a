import { describe, expect, it } from 'vitest'
import { literalServer } from '../__fixtures__/literal-server.ts'
import { osloRow } from '../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../__fixtures__/project.ts'

const { assay } = literalServer()

describe('a judge of the file that a run has no use for', () => {
  const config = 'data: rows.jsonl\njudge: { id: openai:of-file, apiKey: "${NO_SUCH_KEY}" }\nmetrics: [context-recall]\n'
  const rows = jsonl({ ...osloRow, retrieved_context_ids: ['d1', 'd2'], reference_context_ids: ['d1', 'd3'] })

  it.each([
    ['recall@5', ['-m', 'recall@5', '-m', 'id_based_context_recall'], 0],
    ['another judge', ['-j', 'openai:of-line'], 0],
    ['a metric that asks it', ['-m', 'recall@5', '-m', 'context-recall'], 2],
    ['what the file asks for', [], 2],
  ])('needs no key: %s', async (_what, options, code) => {
    const ran = await assay(project({ 'assay.config.yaml': config, 'rows.jsonl': rows }), '--quiet', ...options)
    expect(ran.code).toBe(code)
    if (code !== 0) expect(ran.err).toContain('NO_SUCH_KEY')
  })
})
