import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonValue } from '@assay/core'
import { type FakeServer, type RecordedRequest, refusing, startFakeAnthropic, startFakeOpenAI, type WireReply } from '@assay/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { literalJudge } from '../__fixtures__/literal-judge.ts'
import { jsonl, project } from '../__fixtures__/project.ts'
import { runAssay } from '../__fixtures__/run-assay.ts'
import {
  contextRecall,
  createAnthropic,
  createAzureOpenAI,
  createOpenAI,
  evaluate,
  type EvaluateOptions,
  type LLMAdapter,
  openReplyStore,
} from '../index.ts'
import type { Wording } from './__fixtures__/refused-call.ts'
import collected from './__fixtures__/refusals.json' with { type: 'json' }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file has this form
const wordings = collected as unknown as readonly Wording[]
const ROWS = 6
const data = Array.from({ length: ROWS }, (_, at) => ({
  id: `r${at}`,
  userInput: `Where is city ${at}?`,
  reference: `City ${at} is in Norway. City ${at} is big.`,
  retrievedContexts: [`City ${at} is in Norway.`],
}))
/** Two for each row where nothing is refused: claims, then verdicts. */
const CALLS = 2 * ROWS

type Refuse = (request: RecordedRequest) => WireReply | undefined

async function start(kind: 'chat' | 'messages', refuse: Refuse): Promise<FakeServer> {
  const answer = (request: RecordedRequest) => refuse(request) ?? reply(request)
  const server = await (kind === 'chat' ? startFakeOpenAI(answer) : startFakeAnthropic(answer))
  onTestFinished(() => server.close())
  return server
}

/** A forced tool is called, as a server would. */
function reply(request: RecordedRequest) {
  const text = literalJudge(request)
  if (fieldOf(request, 'tools') === undefined) return text
  return request.path.endsWith('/messages') ? { toolInput: JSON.parse(text) } : { toolArguments: text }
}

function fieldOf({ body }: RecordedRequest, name: string): unknown {
  return Reflect.get(Object(body), name)
}

function limitOf(request: RecordedRequest): number {
  return Number(fieldOf(request, 'max_completion_tokens') ?? fieldOf(request, 'max_tokens') ?? 0)
}

/** The summary of a run, whose rows somebody has to read. */
async function summaryOf(options: Pick<EvaluateOptions, 'metrics'> & Partial<EvaluateOptions>) {
  const evaluation = evaluate({ data, concurrency: 4, ...options })
  for await (const _row of evaluation);
  return evaluation.summary
}

/** Scores all rows, and says how many requests were made beyond those of a server that refuses nothing. */
async function scored(server: FakeServer, judge: LLMAdapter) {
  const { summary } = await summaryOf({ metrics: [contextRecall({ judge })] })
  expect(summary['context_recall']).toMatchObject({ mean: 0.5, scored: ROWS, unscored: 0 })
  return server.requests.length - CALLS
}

async function warningsOf(judge: LLMAdapter): Promise<readonly string[]> {
  const { warnings = [] } = await summaryOf({ metrics: [contextRecall({ judge })] })
  return warnings
}

const error = (message: string, more: Readonly<Record<string, JsonValue>> = {}): WireReply => ({
  status: 400,
  body: { error: { message, type: 'invalid_request_error', ...more } },
})

describe('cases that were reported in public score every row', () => {
  test('thinking with a temperature: ours is left out before it is sent', async () => {
    const refuse: Refuse = (request) =>
      fieldOf(request, 'temperature') === undefined ? undefined : error('`temperature` may only be set to 1 when thinking is enabled.')
    const claude = await start('messages', refuse)
    const thinking = { type: 'enabled', budget_tokens: 2000 } as const
    const judge = createAnthropic({ baseURL: claude.url, apiKey: 'k' })('claude-opus-4-1', { thinking })
    expect(await scored(claude, judge)).toBe(0)
    expect(claude.requests.every((request) => fieldOf(request, 'thinking') !== undefined)).toBe(true)
    const openai = await start('chat', refuse)
    expect(await scored(openai, createOpenAI({ baseURL: openai.url, apiKey: 'k' })('gpt-4.1', { reasoningEffort: 'low' }))).toBe(0)
    const glm = await start('chat', refuse)
    const extraBody = { thinking: { type: 'enabled' } }
    expect(await scored(glm, createOpenAI({ baseURL: glm.url, apiKey: 'k' })('glm-4.6', { extraBody }))).toBe(0)
  })

  test.each(['gpt-3.5-turbo', 'gpt-4-turbo-2024-04-09', 'claude-3-opus-20240229'])(
    'a cap of 4,096 tokens on replies of %s',
    async (model) => {
      const isClaude = model.startsWith('claude')
      const server = await start(isClaude ? 'messages' : 'chat', (request) => {
        const limit = limitOf(request)
        if (limit <= 4096) return undefined
        return isClaude
          ? error(`max_tokens: ${limit} > 4096, which is the maximum allowed number of output tokens for ${model}`)
          : error(`max_tokens is too large: ${limit}. This model supports at most 4096 completion tokens, whereas you provided ${limit}.`)
      })
      const connect = isClaude ? createAnthropic : createOpenAI
      const judge = connect({ baseURL: server.url, apiKey: 'k' })(model)
      expect(await scored(server, judge)).toBeLessThanOrEqual(3)
      expect(await warningsOf(judge)).toEqual([expect.stringContaining('`capabilities: { outputLimit: 4096 }`')])
    },
  )

  test('a window of 4,096 tokens, where the server tells of it, and where it is known', async () => {
    const refuse: Refuse = (request) => {
      const [limit, prompt] = [limitOf(request), Math.ceil(request.rawBody.length / 4)]
      if (limit + prompt <= 4096) return undefined
      const message = `This model's maximum context length is 4096 tokens. However, you requested ${limit + prompt} tokens (${prompt} in the messages, ${limit} in the completion). Please reduce the length of the messages or completion.`
      return { status: 400, body: { object: 'error', message, type: 'BadRequestError', param: null, code: 400 } }
    }
    const told = await start('chat', refuse)
    expect(await scored(told, createOpenAI({ baseURL: told.url })('phi-2'))).toBeLessThanOrEqual(3)
    const known = await start('chat', refuse)
    expect(await scored(known, createOpenAI({ baseURL: known.url })('phi-2', { capabilities: { contextWindow: 4096 } }))).toBe(0)
  })

  test.each(['vllm-system-role', 'openai-system-role', 'template-alternate', 'minimax-chat-setting'])('no system role: %s', (id) =>
    expectScored(id),
  )

  test.each([
    'kimi-only-1',
    'kimi-only-0.6',
    'kimi-tool-choice',
    'zhipu-1214',
    'gigachat-range',
    'xinference-positive',
    'tgi-positive',
    'tgi-missing-value',
    'tgi-max-new',
  ])('%s', (id) => expectScored(id))

  const structured = wordings.filter(
    ({ parameter, expected, endpoint }) => parameter === 'output' && expected.from === 'native' && endpoint === 'chat',
  )
  test.each(structured.slice(0, 11))('structured output: $id', ({ id }) => expectScored(id))

  test('on Azure', async () => {
    const server = await start('chat', (request) =>
      refusing(
        request,
        wordings.filter(({ id }) => id === 'azure-unrecognized'),
      ),
    )
    const azure = createAzureOpenAI({ endpoint: new URL(server.url).origin, apiKey: 'k', apiVersion: '2024-10-21' })
    expect(await scored(server, azure('judge-east'))).toBe(1)
  })

  async function expectScored(id: string): Promise<void> {
    const refused = wordings.filter((wording) => wording.id === id)
    const isTool = refused.some(({ expected }) => expected.from === 'tool')
    const server = await start('chat', (request) => refusing(request, refused))
    const judge = createOpenAI({ baseURL: server.url })('m', { capabilities: { structuredOutput: isTool ? 'tool' : 'native' } })
    expect(refused).toHaveLength(1)
    expect(await scored(server, judge)).toBeLessThanOrEqual(3)
  }
})

test('a resumed run does not look for it again', async () => {
  const refused = wordings.filter(({ id }) => id === 'minimax-chat-setting')
  let stopAt = 8
  const controller = new AbortController()
  const server = await start('chat', (request) => {
    if (request.index === stopAt) controller.abort()
    return refusing(request, refused)
  })
  const judge = createOpenAI({ baseURL: server.url })('m')
  const store = await openReplyStore({
    folder: mkdtempSync(join(tmpdir(), 'assay-refusals-')),
    onWarning: (message) => expect.unreachable(message),
  })
  onTestFinished(() => store.close())
  const metrics = [contextRecall({ judge })]
  const { run, stopped } = await summaryOf({ metrics, store, cache: false, concurrency: 1, finish: controller.signal })
  expect(stopped).toBeDefined()
  const before = server.requests.length
  stopAt = -1
  const second = await summaryOf({ metrics, store, cache: false, concurrency: 1, resume: run.id })
  expect(second.summary['context_recall']).toMatchObject({ scored: ROWS })
  expect(second.warnings).toEqual(expect.arrayContaining([expect.stringContaining('systemRole: false')]))
  const refusals = server.requests.slice(before).filter((request) => refusing(request, refused) !== undefined)
  expect(refusals).toEqual([])
})

describe('the command', () => {
  const rows = jsonl(
    ...data.map(({ id, userInput, reference, retrievedContexts }) => ({
      id,
      user_input: userInput,
      reference,
      retrieved_contexts: retrievedContexts,
    })),
  )

  test('scores every row at a server that refuses what Assay chose, and says in the report how to say so at once', async () => {
    const refused = wordings.filter(({ id }) => id === 'kimi-only-1' || id === 'siliconflow-json-mode')
    const server = await start('chat', (request) => refusing(request, refused))
    const cwd = project({ 'rows.jsonl': rows })
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url }
    const ran = await runAssay(['eval', 'rows.jsonl', '-m', 'context-recall', '-j', 'openai:kimi-k2', '-o', 'report.json'], { cwd, env })
    expect(ran).toMatchObject({ code: 0 })
    expect((ran.out + ran.err).replaceAll(/\s+/g, ' ')).toContain(
      'warning: openai:kimi-k2 refused temperature; it was left out. `capabilities: { temperature: false }` avoids the refused request.',
    )
    expect(server.requests).toHaveLength(CALLS + 2)
  })

  test('names the option of the user where that is what a server refuses, and asks no more than it must', async () => {
    const refused = wordings.filter(({ id }) => id === 'user-effort-xai')
    const server = await start('chat', (request) => refusing(request, refused))
    const judge = { provider: 'openai', model: 'grok-4', baseURL: server.url, apiKey: null, reasoningEffort: 'high' }
    const cwd = project({
      'rows.jsonl': rows,
      'assay.config.json': JSON.stringify({ data: 'rows.jsonl', metrics: ['context-recall'], judge }),
    })
    const ran = await runAssay(['eval'], { cwd })
    expect(ran.code).not.toBe(0)
    expect(ran.out + ran.err).toContain('Take `reasoningEffort` out of the options of the model.')
    expect(ran.out + ran.err).not.toContain('extraBody')
    expect(server.requests.every((request) => fieldOf(request, 'reasoning_effort') === 'high')).toBe(true)
  })
})
