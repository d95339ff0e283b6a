import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FakeServer, startFakeOpenAI } from '@assay/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { project } from '../../__fixtures__/project.ts'
import { type Ran, runAssayProcess } from '../../__fixtures__/run-assay.ts'

/*
 * The two forms in which people check a RAG system with promptfoo: contexts in the tests, and contexts cut out of what a provider of their
 * own answers.
 */

const judged = fileURLToPath(new URL('../../__fixtures__/judged-entries.ts', import.meta.url))

let openai: FakeServer
beforeAll(async () => {
  openai = await startFakeOpenAI((request) => {
    const sent = JSON.stringify(request.body)
    if (sent.includes(String.raw`{\"metric\":`))
      return JSON.stringify({ value: sent.includes('context-relevance') ? 0.25 : 1, verdict: true })
    return sent.includes('Caretaker, answer') ? 'Four weeks: bicycles may stand for four weeks.' : literalJudge(request)
  })
})
afterAll(() => openai.close())

const PROMPT = `prompts:
  - |
    Caretaker, answer a tenant: {{query}}
    Go by: {{context}}
`
const asserts = (more: string) => `      - { type: contains, value: 'four weeks' }
      - { type: factuality, value: Bicycles may stand for a month at most. }
      - { type: answer-relevance, threshold: 0.9 }
      - { type: context-recall, threshold: 0.9, value: Bicycles may stand for four weeks.${more} }
      - { type: context-relevance, threshold: 0.9${more} }
      - { type: context-faithfulness, threshold: 0.9${more} }
`
const cut = String.raw`, contextTransform: 'output.split("RULES:")[1]?.split("ANSWER:")[0]?.trim() || ""'`
const tests = (context: string, more = '') => `tests:
  - vars: { query: How long may a bicycle stand?${context} }
    assert:
${asserts(more)}  - vars: { query: Who lets me in?${context} }
    assert:
      - { type: not-icontains-any, value: 'cars, "trains, planes"' }
      - { type: llm-rubric, value: 'names somebody', weight: 2 }
      - { type: g-eval, value: clear }
${asserts(more).split('\n').slice(3).join('\n')}`

const FORMS = {
  'contexts in the tests': {
    'promptfooconfig.yaml': `${PROMPT}providers: [openai:target]\n${tests(', context: file://yard.md')}`,
    'yard.md': 'Bicycles may stand for four weeks. The caretaker lets people in.\n',
  },
  'contexts from the answer': {
    'promptfooconfig.yaml': `${PROMPT}providers: [file://provider.cjs]\n${tests('', cut)}`,
    'provider.cjs': `class Rules {
  constructor(options) { this.name = options.id || 'rules' }
  id() { return this.name }
  async callApi(prompt) {
    return { output: 'RULES: Bicycles may stand for four weeks.\\n\\nANSWER: ' + (prompt.includes('bicycle') ? 'Up to four weeks.' : 'The caretaker.') }
  }
}
module.exports = Rules
`,
  },
}

const FIRST = ['contains', 'factuality', 'answer_relevance', 'context_recall', 'context_relevance', 'context_faithfulness']
const SECOND = ['not_icontains_any', 'llm_rubric', 'context_recall', 'context_relevance', 'context_faithfulness']
const REPORTS = ['r.json', 'r.jsonl', 'r.csv', 'r.xml', 'r.md', 'r.html', 'r.txt']

function assay(cwd: string, ...args: string[]): Promise<Ran> {
  const outputs = REPORTS.flatMap((name) => ['-o', name])
  const env = { OPENAI_API_KEY: 'k-1', OPENAI_BASE_URL: openai.url }
  // What is registered in place of metrics that are there stays so in a process.
  return runAssayProcess(['eval', '-c', 'promptfooconfig.yaml', '--register', judged, '--quiet', ...outputs, ...args], { cwd, env })
}

type Row = {
  readonly scores: Record<string, { status: string; value: number; passed?: boolean }>
  readonly skipped?: { name: string }[]
  readonly gate: object
}

describe.each(Object.entries(FORMS))('%s', (form, files) => {
  it('every assertion is checked or named as skipped, in every report', async () => {
    const cwd = project(files)
    const { code, err } = await assay(cwd, '--trust-config')
    // One assertion is skipped, so that nothing of its row can pass as a whole.
    expect(code, err).toBe(3)
    const { rows } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as { rows: Row[] }
    expect(rows.map(({ scores, skipped }) => [Object.keys(scores), skipped?.map(({ name }) => name)])).toEqual([
      [FIRST, undefined],
      [SECOND, ['g-eval']],
    ])
    for (const { scores } of rows)
      for (const [name, { status, passed }] of Object.entries(scores)) {
        const isRecallOfOther = form === 'contexts from the answer' && name === 'context_recall'
        if (!isRecallOfOther) expect([name, status, passed]).toEqual([name, 'scored', name !== 'context_relevance'])
      }
    for (const report of REPORTS) {
      const text = readFileSync(join(cwd, report), 'utf8')
      for (const name of [...FIRST, ...SECOND, 'g-eval'])
        expect([report, text.includes(name) || text.includes(name.replaceAll('_', String.raw`\_`))]).toEqual([report, true])
    }
  })
})

it('a provider that is code is not run unless it is trusted: all that needs its answer is named as skipped, in every report', async () => {
  const cwd = project(FORMS['contexts from the answer'])
  const { code, err } = await assay(cwd)
  expect([code, err]).toEqual([2, expect.stringContaining('nothing was checked: 12 checks were skipped')])
  const { rows } = JSON.parse(readFileSync(join(cwd, 'r.json'), 'utf8')) as { rows: Row[] }
  expect(rows.map(({ scores, skipped = [] }) => [Object.keys(scores).length, skipped.length])).toEqual([
    [0, 6],
    [0, 6],
  ])
  for (const report of REPORTS) {
    const text = readFileSync(join(cwd, report), 'utf8')
    for (const name of ['contains', 'factuality', 'answer-relevance', 'context-faithfulness', 'not-icontains-any', 'llm-rubric'])
      expect([report, name, text.includes(name)]).toEqual([report, name, true])
  }
})
