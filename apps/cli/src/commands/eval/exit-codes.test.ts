import { startFakeOpenAI } from '@assay/testkit'
import { describe, expect, it } from 'vitest'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const ids = { id: 'a', retrieved_context_ids: ['d1', 'd2'], reference_context_ids: ['d1', 'd3'] }
const text = { id: 'a', reference: 'Oslo is in Norway.', retrieved_contexts: ['Oslo is in Norway.'] }
const FILES = {
  'ids.jsonl': jsonl(ids, { ...ids, id: 'b' }),
  'open.jsonl': jsonl(ids, { ...ids, id: 'b', reference_context_ids: [] }),
  'cut.jsonl': `${jsonl(ids)}{"id":`,
  'texts.jsonl': jsonl(text, { ...text, id: 'b' }),
  'bad.yaml': 'judge: lexical\nmetrix: [mrr]\n',
}
const byId = ['-m', 'id-based-context-recall']
const judged = ['texts.jsonl', '-m', 'context-recall', '-j', 'openai:m']

/** What a server says of each request. */
const SERVERS = {
  judging: literalJudge,
  refusing: () => ({ status: 401, error: { code: 'invalid_api_key', message: 'no such key' } }),
  'without the model': () => ({ status: 404, error: { code: 'model_not_found', message: 'no such model' } }),
} as const

describe('the exit code', () => {
  it.each<[code: number, what: string, args: readonly string[], server?: keyof typeof SERVERS | 'absent']>([
    [0, 'done', ['ids.jsonl', ...byId]],
    [0, 'done, and the gates hold', ['ids.jsonl', ...byId, '--fail-under', 'id_based_context_recall=0.5']],
    [0, 'no more unscored than allowed', ['open.jsonl', ...byId, '--allow-unscored', '1']],
    [0, 'judged', judged, 'judging'],
    [1, 'a gate failed', ['ids.jsonl', ...byId, '--fail-under', 'id_based_context_recall=0.6']],
    [2, 'an option that there is not', ['ids.jsonl', ...byId, '--nope']],
    [2, 'a configuration that cannot be', ['ids.jsonl', ...byId, '-c', 'bad.yaml']],
    [2, 'a file that is not there', ['none.jsonl', ...byId]],
    [2, 'a field that no row has', ['texts.jsonl', ...byId]],
    [2, 'a broken line before the first paid call', ['cut.jsonl', '-m', 'context-recall', '-j', 'openai:m'], 'judging'],
    [2, 'a key that is refused', judged, 'refusing'],
    [2, 'a model that is not there', judged, 'without the model'],
    [2, 'a server that is not there', [...judged, '--max-retries', '0'], 'absent'],
    [3, 'a row without a score', ['open.jsonl', ...byId]],
    [3, 'a broken line after rows that were scored', ['cut.jsonl', ...byId]],
    [3, 'unscored rows, though a gate failed too', ['open.jsonl', ...byId, '--fail-under', 'id_based_context_recall=0.6']],
  ])('is %i: %s', async (code, _what, args, server) => {
    await using fake = await startFakeOpenAI(SERVERS[server === undefined || server === 'absent' ? 'judging' : server])
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server === 'absent' ? 'http://127.0.0.1:9/v1' : fake.url }
    const ran = await runAssay(['eval', '--quiet', ...args], { cwd: project(FILES), env: server === undefined ? {} : env })
    expect(ran).toMatchObject({ code })
    expect(ran.err).not.toMatch(/^ +at /m)
  })

  it.each<[what: string, args: readonly string[], said: string]>([
    ['no row had what the metric reads', ['texts.jsonl', ...byId], 'no row has'],
    ['a key is missing', judged, 'nothing was scored: 2 auth. The first: openai:m was not called: no key for'],
    ['nobody is there', [...judged, '--max-retries', '0'], 'nothing was scored: 2 connection. The first: '],
    ['the report goes to a file', [...judged, '-o', 'r.json'], 'nothing was scored: 2 auth. The first: '],
  ])('is told on stderr as well where %s', async (what, args, said) => {
    const env: Record<string, string> = what === 'nobody is there' ? { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } : {}
    const { code, err } = await runAssay(['eval', ...args], { cwd: project(FILES), env })
    expect(code).toBe(2)
    expect(err.split('\n').filter((line) => line.startsWith('assay: ') && line.includes(said))).toHaveLength(1)
  })

  it('is 130: interrupted, though rows were left unscored and a gate failed', async () => {
    let interrupt: (() => void) | undefined
    await using fake = await startFakeOpenAI((request) => {
      interrupt?.()
      return literalJudge(request)
    })
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: fake.url }
    const args = ['eval', ...judged, '--concurrency', '1', '--quiet', '--fail-under', 'context_recall.lo=1']
    const ran = await runAssay(args, { cwd: project(FILES), env, onStart: (kill) => (interrupt = () => kill('SIGINT')) })
    expect(ran.code).toBe(130)
  })
})
