import type { RecordedRequest, WireReply } from '@assay/testkit'
import { refusing, startFakeAnthropic, startFakeOpenAI } from '@assay/testkit'
import { literalJudge } from '../../__fixtures__/literal-judge.ts'
import { jsonl, project } from '../../__fixtures__/project.ts'
import { runAssay } from '../../__fixtures__/run-assay.ts'
import { hasTools, LIMIT, MARK, setByUser, type Wording } from './refused-call.ts'

export type RefusedRun = {
  readonly code: number | null
  /** All that was shown, in one line. */
  readonly shown: string
  readonly requests: readonly RecordedRequest[]
  /** How many of them were refused. */
  readonly refused: number
}

/** `assay eval` of a few rows by a judge whose server refuses all of these. */
export async function refusedRun(wordings: readonly Wording[]): Promise<RefusedRun> {
  const [first] = wordings
  if (first === undefined) throw new Error('nothing is refused')
  const isChat = first.endpoint === 'chat'
  let refused = 0
  const refusalOf = (request: RecordedRequest): WireReply | undefined => {
    const refusal = refusing(request, wordings)
    if (refusal === undefined) return undefined
    refused += 1
    return repeatingLimit(refusal, request)
  }
  await using server = await (isChat
    ? startFakeOpenAI((request) => refusalOf(request) ?? chatReply(request))
    : startFakeAnthropic((request) => refusalOf(request) ?? messagesReply(request)))
  const cwd = project({
    'rows.jsonl': rowsFor(wordings),
    'assay.config.json': JSON.stringify({ data: 'rows.jsonl', metrics: ['context-recall'], judge: judgeAt(server.url, wordings) }),
  })
  const { code, out, err } = await runAssay(['eval'], { cwd, env: { JUDGE_KEY: 'k' } })
  return { code, shown: `${out} ${err}`.replaceAll(/\s+/g, ' '), requests: [...server.requests], refused }
}

/** Long references where a limit is refused: the limit that is asked for grows with them. */
function rowsFor(wordings: readonly Wording[]): string {
  const isLong = wordings.some(({ parameter }) => parameter === 'maxOutputTokens')
  const facts = Array.from({ length: isLong ? 400 : 1 }, (_, at) => `Fact ${at} is known.`).join(' ')
  const reference = (row: number): string => `City ${row} is in Norway. ${facts}`
  return jsonl(
    ...[0, 1].map((row) => ({ id: `r${row}`, user_input: 'Where?', reference: reference(row), retrieved_contexts: [`City ${row} is in Norway.`] })),
  )
}

function judgeAt(baseURL: string, wordings: readonly Wording[]): object {
  const [{ endpoint } = { endpoint: 'chat' as const }] = wordings
  const isTool = wordings.some(({ expected }) => expected.from === 'tool')
  const isOldName = wordings.some(({ refuses }) => 'field' in refuses && refuses.field === 'max_tokens')
  const set = Object.assign({}, ...wordings.map(setByUser))
  const structuredOutput = isTool ? 'tool' : 'native'
  return {
    ...(endpoint === 'chat' ? { provider: 'openai', model: 'm' } : { provider: 'anthropic', model: 'claude-opus-4-6' }),
    baseURL,
    apiKey: '${JUDGE_KEY}',
    ...set,
    extraBody: { ...MARK[endpoint], ...set.extraBody },
    capabilities:
      endpoint === 'chat' ? { structuredOutput, maxTokensParameter: isOldName ? 'max_tokens' : 'max_completion_tokens' } : { structuredOutput },
  }
}

function chatReply(request: RecordedRequest) {
  return hasTools(request) ? { toolArguments: literalJudge(request) } : literalJudge(request)
}

function messagesReply(request: RecordedRequest) {
  return hasTools(request) ? { toolInput: JSON.parse(literalJudge(request)) } : literalJudge(request)
}

/** Wordings repeat the limit that they were written for; a server repeats the one that it was sent. */
function repeatingLimit(refusal: WireReply, { body }: RecordedRequest): WireReply {
  const sent = Reflect.get(Object(body), 'max_completion_tokens') ?? Reflect.get(Object(body), 'max_tokens') ?? LIMIT
  return { ...refusal, body: JSON.parse(JSON.stringify(refusal.body).replaceAll(String(LIMIT), String(sent))) }
}
