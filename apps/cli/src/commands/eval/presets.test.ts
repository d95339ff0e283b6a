import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type OpenAIDialectName, type OpenAIReply, type RecordedRequest, startFakeOpenAI, startFakeServer } from '@assay/testkit'
import { expect, test } from 'vitest'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { osloRow } from '../../__fixtures__/oslo-row.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'

const KEY = 'gsk-of-the-service-0123456789abcdef'
const FOREIGN = 'sk-of-openai-0123456789abcdef'

type Case = {
  readonly judge: string
  readonly variable: string
  readonly address: string
  readonly dialect: OpenAIDialectName
  /** What the service does not take. */
  readonly refuses: string
  readonly refusal: OpenAIReply
  readonly warning: string
}

const cases: readonly Case[] = [
  {
    judge: 'google:gemini-2.5-flash',
    variable: 'GEMINI_API_KEY',
    address: 'GEMINI_BASE_URL',
    dialect: 'google',
    refuses: 'response_format',
    refusal: {
      status: 400,
      error: { message: 'Unknown name "additionalProperties" at \'generation_config.response_schema\': Cannot find field.' },
    },
    warning: 'refused the output mode "native"',
  },
  {
    judge: 'mistral:mistral-small-latest',
    variable: 'MISTRAL_API_KEY',
    address: 'MISTRAL_BASE_URL',
    dialect: 'mistral',
    refuses: 'temperature',
    refusal: { status: 422, error: { message: 'Extra inputs are not permitted', code: 'extra_forbidden', param: 'temperature' } },
    warning: 'refused temperature',
  },
  {
    judge: 'groq:openai/gpt-oss-120b',
    variable: 'GROQ_API_KEY',
    address: 'GROQ_BASE_URL',
    dialect: 'groq',
    refuses: 'response_format',
    refusal: { status: 400, error: { message: 'This model does not support response format `json_schema`.' } },
    warning: 'refused the output mode "native"',
  },
]

function environmentOf({ variable, address }: Case, url: string): Record<string, string> {
  return { [variable]: KEY, [address]: url, OPENAI_API_KEY: FOREIGN }
}

function args({ judge }: Case): string[] {
  return [
    'eval',
    'rows.jsonl',
    '-m',
    'context-recall',
    '-j',
    judge,
    ...['json', 'html', 'csv'].flatMap((ending) => ['-o', `out.${ending}`]),
  ]
}

/** Everything in a folder, as text. */
function contentsOf(folder: string): string {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? contentsOf(path) : readFileSync(path, 'latin1')))
    .join('\n')
}

test.each(cases)('-j $judge asks with its own key, and learns what its service refuses in its own words', async (one) => {
  const isRefused = ({ body }: RecordedRequest): boolean => Reflect.get(Object(body), one.refuses) !== undefined
  // None of them counts tokens in every answer.
  const answer = (request: RecordedRequest): OpenAIReply =>
    isRefused(request) ? one.refusal : { text: literalJudge(request), usage: null }
  await using server = await startFakeOpenAI(answer, { dialect: one.dialect })
  const cwd = project({ 'rows.jsonl': jsonl(osloRow) })
  const ran = await runAssay(args(one), { cwd, env: environmentOf(one, server.url) })
  expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('scored 1 of 1') })
  expect((ran.out + ran.err).replaceAll(/\s+/g, ' ')).toContain(`${one.judge} ${one.warning}`)
  expect(server.requests.filter(isRefused)).toHaveLength(1)
  expect(new Set(server.requests.map(({ headers }) => headers['authorization']))).toEqual(new Set([`Bearer ${KEY}`]))
  expect(JSON.stringify(server.requests)).not.toContain(FOREIGN)
  expect(ran.out + ran.err + contentsOf(cwd)).not.toContain(KEY)
})

test.each(cases)('-j $judge does not follow a redirect, and takes a key that is echoed out of every report', async (one) => {
  await using other = await startFakeServer(() => ({ body: {} }))
  const replies: OpenAIReply[] = [
    { status: 307, headers: { location: `${other.url}/v1/chat/completions` }, body: {} },
    { status: 401, error: { message: `Incorrect API key provided: ${KEY}.` } },
  ]
  for (const reply of replies) {
    await using server = await startFakeOpenAI(() => reply, { dialect: one.dialect })
    const cwd = project({ 'rows.jsonl': jsonl(osloRow) })
    const ran = await runAssay(args(one), { cwd, env: environmentOf(one, server.url) })
    expect([2, 3]).toContain(ran.code)
    expect(ran.err.replaceAll(/\s+/g, ' ')).toMatch(/a redirect to http.*, which is not followed|Incorrect API key provided: \[redacted\]/)
    expect(ran.out + ran.err + contentsOf(cwd)).not.toContain(KEY)
  }
  expect(other.requests).toEqual([])
})
