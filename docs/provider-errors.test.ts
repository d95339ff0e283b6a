import { readFile } from 'node:fs/promises'
import { createDirectRuntime, type LLMAdapter, type Score } from '@assay/core'
import { patientFetch } from '@assay/provider-kit'
import { type FakeServer, startFakeAnthropic, startFakeOllama, startFakeOpenAI } from '@assay/testkit'
import { contextRecall, createAnthropic, createOllama, createOpenAI } from 'assay'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { anthropicCases, type ErrorCase, ollamaCases, openAICases } from './provider-error-cases.ts'

beforeEach(() => {
  for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_CUSTOM_HEADERS'])
    vi.stubEnv(name, undefined)
  for (const name of ['API_KEY', 'AUTH_TOKEN', 'BASE_URL', 'CUSTOM_HEADERS']) vi.stubEnv(`ANTHROPIC_${name}`, undefined)
  for (const name of ['OLLAMA_HOST', 'OLLAMA_API_KEY']) vi.stubEnv(name, undefined)
  return () => vi.unstubAllEnvs()
})

const sample = { userInput: 'Where is Oslo?', reference: 'Oslo is in Norway.', retrievedContexts: ['Oslo is the capital of Norway.'] }

/** What a user reads of a row that failed so, through the real SDK; the vendor's own address leads to the fake. */
async function scoreOf(adapter: LLMAdapter): Promise<Score> {
  return contextRecall({ judge: adapter }).score(sample, createDirectRuntime({ retry: { maxAttempts: 1 } }))
}

function leadingTo(server: FakeServer, { thrown }: { readonly thrown?: Error }): typeof fetch {
  return (input, init) => {
    if (thrown !== undefined) return Promise.reject(thrown)
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return patientFetch(`${new URL(server.url).origin}${pathname}${search}`, init)
  }
}

async function closing(starting: Promise<FakeServer>): Promise<FakeServer> {
  const server = await starting
  onTestFinished(() => server.close())
  return server
}

/** Rows of a table, and a check that every case has the kind that it names. */
async function rowsOf<Case extends ErrorCase<unknown, unknown>>(
  cases: readonly Case[],
  run: (failing: Case) => Promise<Score>,
): Promise<string> {
  const rows: string[] = []
  for (const failing of cases) {
    const score = await run(failing)
    expect([failing.wire, score.status === 'unscored' ? score.cause : score.status]).toEqual([failing.wire, failing.kind])
    rows.push(`| \`${failing.kind}\` | ${cell(failing.wire)} | ${cell(steady(score.reason))} |`)
  }
  return ['| kind | what the wire says | what you read |', '|---|---|---|', ...rows].join('\n')
}

/** How long a prompt is changes with its wording. */
function steady(text: string): string {
  return text.replaceAll(/(?<=\b(?:at least|about) )\d+/g, 'N')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

const BEGIN = '<!-- failures, made by provider-errors.test.ts -->'
const END = '<!-- /failures -->'

test('providers.md shows every failure as the real SDKs report it (after a change of wording: vitest run -u)', async () => {
  const openai = await rowsOf(openAICases, async (failing) => {
    const server = await closing(startFakeOpenAI(failing.reply ?? ''))
    const provider = createOpenAI({ fetch: leadingTo(server, failing), apiKey: failing.withoutKey ? null : 'k' })
    return scoreOf(provider('gpt-5-mini', failing.options))
  })
  const anthropic = await rowsOf(anthropicCases, async (failing) => {
    const server = await closing(startFakeAnthropic(failing.reply ?? ''))
    const provider = createAnthropic({ fetch: leadingTo(server, failing), apiKey: failing.withoutKey ? null : 'k' })
    return scoreOf(provider('claude-sonnet-5-5', failing.options))
  })
  const ollama = await rowsOf(ollamaCases, async (failing) => {
    const server = await closing(startFakeOllama(failing.reply ?? '', failing.show === undefined ? {} : { show: failing.show }))
    return scoreOf(createOllama({ fetch: leadingTo(server, failing) })('qwen3:8b', failing.options))
  })
  const page = await readFile(new URL('providers.md', import.meta.url), 'utf8')
  const tables = `### OpenAI and compatible servers\n\n${openai}\n\n### Anthropic\n\n${anthropic}\n\n### Ollama\n\n${ollama}\n`
  const [before, after] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
  expect(after).toBeGreaterThan(before)
  const today = `${page.slice(0, before)}\n\n${tables}\n${page.slice(after)}`
  await expect(today).toMatchFileSnapshot('providers.md')
})

test('the table holds every kind that a provider can cause', () => {
  const shown = new Set([...openAICases, ...anthropicCases, ...ollamaCases].map(({ kind }) => kind))
  const elsewhere: ReadonlySet<string> = new Set(['data', 'config', 'budget', 'aborted'])
  const kinds: Record<(typeof openAICases)[number]['kind'], true> = {
    auth: true,
    quota: true,
    rate_limit: true,
    overloaded: true,
    timeout: true,
    connection: true,
    context_overflow: true,
    request_too_large: true,
    model_not_found: true,
    bad_request: true,
    unsupported_parameter: true,
    provider: true,
    empty_reply: true,
    invalid_reply: true,
    truncated: true,
    refused: true,
    content_filter: true,
    data: true,
    config: true,
    budget: true,
    aborted: true,
  }
  expect([...shown].sort()).toEqual(
    Object.keys(kinds)
      .filter((kind) => !elsewhere.has(kind))
      .sort(),
  )
})
