import { AssayError, type AssayErrorKind, type LLMCall, unknownUsage } from '@assay/core'
import type { Claim, ClaimVerifier, Verdict, VerifyInput } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter } from '@assay/testkit'
import type { EmbeddingAdapter, Sample } from '@assay/core'

type Failing = { readonly fails: AssayErrorKind }
type Outcome = boolean | { readonly undecided: number } | { readonly tied: true }
type ById = Readonly<Record<string, Outcome>>

/** A judge's answers for one row, as written in `rag-metrics.json`. */
export type GoldenReplies = {
  readonly responseClaims?: readonly string[] | Failing
  readonly referenceClaims?: readonly string[] | Failing
  readonly declines?: boolean
  readonly verdicts?: Readonly<Record<string, ById | Failing | readonly (ById | Failing)[]>>
  readonly quoted?: Readonly<Record<string, readonly number[]>>
  readonly useful?: Readonly<Record<string, boolean | Failing>>
  readonly relevant?: Readonly<Record<string, boolean | Failing>>
  readonly relevantClaims?: Readonly<Record<string, boolean>>
  readonly mentioned?: Readonly<Record<string, boolean>>
  readonly questions?: { readonly questions: readonly string[]; readonly declines: boolean } | Failing
  readonly cosines?: readonly number[]
  readonly entities?: readonly string[] | Failing
  readonly category?: string | Failing
  readonly rubric?: object
}

export type GoldenCase = {
  readonly id: string
  readonly metric: string
  readonly options?: Readonly<Record<string, unknown>>
  readonly sample: Sample
  readonly judge?: GoldenReplies
  readonly expected: number | { readonly unscored: string }
  readonly range?: readonly [number, number]
  readonly calls: number
}

export type GoldenRow = Pick<GoldenCase, 'id' | 'sample' | 'judge'> & {
  readonly metrics: readonly { readonly name: string; readonly metric: string; readonly options?: Readonly<Record<string, unknown>> }[]
  readonly expected: Readonly<Record<string, number | { readonly unscored: string }>>
  readonly calls: number
  readonly callsAlone: number
}

/** Texts of a call, by their tags. */
function shownIn(call: LLMCall): { readonly contexts: readonly string[]; readonly items: readonly Claim[] } {
  const text = call.messages[1]?.parts.map((part) => part.text).join('') ?? ''
  const nonce = /-([0-9a-f]{16})[ >]/.exec(text)?.[1] ?? ''
  const inside = (tags: string) =>
    [...text.matchAll(new RegExp(`<(?:${tags})-${nonce}([^>]*)>\n([^]*?)\n</(?:${tags})-${nonce}>`, 'g'))].map(([, attribute = '', data = '']) => ({
      id: /id="([^"]*)"/.exec(attribute)?.[1] ?? '',
      text: data,
    }))
  return { contexts: inside('context').map((context) => context.text), items: inside('claim|passage|sentence') }
}

/** The reply of this row's judge to any call about it; a function, so that a fake server can give the same reply. */
export function goldenReply(sample: Sample, judge: GoldenReplies, metric = ''): (call: LLMCall) => string {
  const shown = [...new Set((sample.retrievedContexts ?? []).filter((text) => text.trim() !== ''))]
  return (call) => {
    const { contexts, items } = shownIn(call)
    switch (call.output?.name) {
      case 'claims':
        return JSON.stringify({ claims: given(judge.referenceClaims) })
      case 'answer_claims':
        return JSON.stringify({ claims: given(judge.responseClaims), declines: judge.declines ?? false })
      case 'verdicts':
        return JSON.stringify({ verdicts: verdictsOn(items, contexts) })
      case 'usefulness': {
        const says = (metric === 'context_relevance' ? judge.relevant : judge.useful) ?? {}
        const passages = items.flatMap(({ id, text }) => {
          const said = says[items.length === 1 ? `k${shown.indexOf(text) + 1}` : id]
          return said === undefined ? [] : [{ passage: id, reason: 'r', quote: '', useful: given(said) }]
        })
        return JSON.stringify({ passages })
      }
      case 'sentences':
        return JSON.stringify({ sentences: Object.entries(judge.relevant ?? {}).filter(([id]) => id.includes('s')).map(([sentence, helps]) => ({ sentence, helps: given(helps) })) })
      case 'claim_relevance':
        return JSON.stringify({ claims: Object.entries(judge.relevantClaims ?? {}).map(([claim, helps]) => ({ claim, reason: 'r', helps })) })
      case 'questions':
        return JSON.stringify(given(judge.questions))
      case 'entities':
        return JSON.stringify({ entities: given(judge.entities) })
      case 'category':
        return JSON.stringify({ reason: 'r', category: given(judge.category) })
      case 'rubric':
        return JSON.stringify({ reason: 'r', ...judge.rubric })
      default:
        throw new Error(`no reply to ${call.output?.name ?? 'a call without output'}`)
    }
  }

  function verdictsOn(items: readonly Claim[], contexts: readonly string[]): object[] {
    return Object.entries(saidOf(sample, judge, items, contexts)).map(([claim, supported]) => ({
      claim,
      reason: 'r',
      evidence: evidenceOf(claim, contexts),
      supported,
    }))
  }

  function evidenceOf(claim: string, contexts: readonly string[]): object[] {
    if (contexts.length < 2) return []
    return (judge.quoted?.[claim] ?? []).map((at) => ({ context: at + 1, quote: contexts[at] ?? '' }))
  }
}

/** The verdicts on these claims against these texts. */
function saidOf(sample: Sample, judge: GoldenReplies, items: readonly Claim[], contexts: readonly string[]): ById {
  if (items[0]?.id.startsWith('e') === true) return judge.mentioned ?? {}
  const shown = [...new Set((sample.retrievedContexts ?? []).filter((text) => text.trim() !== ''))]
  const listed = (claims: GoldenReplies['responseClaims']): readonly string[] => (claims instanceof Array ? claims : [])
  const isOf = (claims: GoldenReplies['responseClaims']): boolean =>
    items.every(({ id, text }) => listed(claims)[Number(id.slice(1)) - 1] === text)
  const of = isOf(judge.responseClaims) && !(isOf(judge.referenceClaims) && contexts[0] === sample.response) ? 'response' : 'reference'
  const [only = ''] = contexts
  const verdicts = judge.verdicts ?? {}
  const joint = contexts.length === shown.length && contexts.every((text, at) => text === shown[at]) && !(shown.length === 1 && verdicts[`${of}|contexts`] === undefined)
  const isPart = items.length < listed(of === 'response' ? judge.responseClaims : judge.referenceClaims).length
  const each = of === 'response' && verdicts['open|each'] !== undefined && (isPart || verdicts['response|each'] === undefined) ? 'open|each' : `${of}|each`
  const key = joint ? `${of}|contexts` : only === sample.reference ? `${of}|reference` : only === sample.response ? `${of}|response` : each
  const said = verdicts[key]
  const found = said instanceof Array ? said[shown.indexOf(only)] : said
  if (found === undefined) throw new Error(`nothing is said of ${key}`)
  return given(found) as ById
}

function given<T>(value: T | Failing | undefined): T {
  if (typeof value === 'object' && value !== null && 'fails' in value)
    throw new AssayError({ kind: (value as Failing).fails, message: `The golden judge fails: ${(value as Failing).fails}.` })
  return value as T
}

export function goldenJudge({ sample, judge = {}, metric }: Pick<GoldenCase, 'sample' | 'judge'> & { readonly metric?: string }): ScriptedAdapter {
  const reply = goldenReply(sample, judge, metric)
  return scriptedAdapter((call) => {
    try {
      return reply(call)
    } catch (error) {
      if (AssayError.is(error)) return error
      throw error
    }
  })
}

/** Calls of a model, without the repairs of a wrong set of ids. */
export function countedCalls(calls: readonly LLMCall[]): number {
  const splits = new Set(['claims', 'answer_claims', 'entities'])
  return calls.filter(({ messages, output }) => messages.length === 2 || splits.has(output?.name ?? '')).length
}

/** A screen with the verdicts of a golden case, undecided and tied claims included, and its number of calls. */
export function goldenVerifier({ sample, judge = {}, options }: GoldenCase): ClaimVerifier & { readonly callCount: () => number } {
  let callCount = 0
  const threshold = options?.['threshold']
  return {
    id: 'golden',
    version: '1',
    signature: 'golden@1',
    kind: 'screen',
    ...(typeof threshold === 'number' ? { threshold } : {}),
    callCount: () => callCount,
    async verify({ claims, contexts }: VerifyInput) {
      callCount += 1
      const shown = [...new Set(contexts.filter((text) => text.trim() !== ''))]
      const verdicts = Object.entries(saidOf(sample, judge, claims, shown)).map(([claim, said]): Verdict => {
        const verdict = { claim, decidedBy: 'golden@1', reason: 'r', evidence: [] }
        if (typeof said === 'boolean') return { ...verdict, outcome: said ? 'supported' : 'unsupported' }
        return 'undecided' in said ? { ...verdict, outcome: 'undecided', probability: said.undecided } : { ...verdict, outcome: 'undecided', votes: [] }
      })
      return { verdicts }
    },
  }
}

/** Whether a case has an undecided claim, which only a screen can leave. */
export function isOpen({ judge }: GoldenCase): boolean {
  return /"undecided"|"tied"/.test(JSON.stringify(judge ?? {}))
}

/** An embedding model in which each question has the case's cosine to the user input. */
export function goldenEmbedding({ sample, judge = {} }: GoldenCase): EmbeddingAdapter {
  const texts = judge.questions !== undefined && 'questions' in judge.questions ? judge.questions.questions : []
  const vectorOf = (text: string): number[] => {
    const cosine = judge.cosines?.[texts.indexOf(text)]
    return text === sample.userInput || cosine === undefined ? [1, 0] : [cosine, Math.sqrt(1 - cosine ** 2)]
  }
  return {
    specificationVersion: 'v1',
    provider: 'golden',
    modelId: 'cosines',
    fingerprint: { adapter: 'golden' },
    maxBatch: 100,
    doEmbed: async (texts) => ({ vectors: texts.map(vectorOf), usage: unknownUsage() }),
  }
}
