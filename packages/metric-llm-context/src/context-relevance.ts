import type { Metric } from '@assay/core'
import {
  type Claim,
  type ClaimVerifier,
  llmSentenceRelevance,
  type PromptKey,
  shownContexts,
  type ShownContexts,
  type Verdict,
} from '@assay/judge'
import {
  callVerifier,
  checkedModel,
  checkItemJudge,
  checkName,
  checkPrompts,
  isVerifier,
  itemIdentity,
  judgedMetric,
  optionFault,
  refuseOptions,
  rowOutcomes,
  shareOutcome,
  type StepsDetail,
  voted,
} from '@assay/metric-kit'
import { isBlank, splitSentences } from '@assay/text'
import { contextItems, type RetrievedContext, retrievedContexts } from './retrieved-items.ts'
import { givenUsefulness, type UsefulnessOptions, usefulnessVerifier } from './usefulness-verifier.ts'

export type ContextRelevanceOptions = Common & (UsefulnessOptions | { readonly verifier: ClaimVerifier; readonly judge?: undefined })

type Common = {
  /** What is counted: each `context` (default), or each `sentence` of them, judged in one call and without reasons. */
  readonly unit?: 'context' | 'sentence' | undefined
  /** Default `context_relevance`. */
  readonly name?: string | undefined
}

/** One sentence of a retrieved context. */
export type RetrievedSentence = {
  /** 0-based index in the sample's retrieved contexts. */
  readonly index: number
  /** In that context, in UTF-16 units. */
  readonly span: readonly [start: number, end: number]
  readonly helps: boolean | null
}

export type ContextRelevanceDetail = StepsDetail & {
  readonly unit: 'context' | 'sentence'
  /** In their order, blank and repeated ones left out. Empty if sentences are counted. */
  readonly retrieved: readonly RetrievedContext[]
  /** Only if sentences are counted. */
  readonly sentences?: readonly RetrievedSentence[]
  readonly repairs: readonly string[]
}

const NAME = 'context_relevance'
const FACTORY = 'contextRelevance'
const VERSION = '1'
const PROMPTS: readonly PromptKey[] = ['usefulness', 'sentences']
const HOLDS = 'of help to answer the question'
const OF_CONTEXTS = { items: ['context', 'contexts'], holds: HOLDS } as const
const OF_SENTENCES = { items: ['sentence of the contexts', 'sentences of the contexts'], holds: HOLDS } as const

/**
 * Retrieved contexts that help to answer the question / all of them, in [0, 1]; or, by `unit`, the same of their sentences. Blank and
 * repeated contexts do not count. Reads `userInput` and `retrievedContexts`.
 * Nothing retrieved is 0 without a call.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function contextRelevance(options: ContextRelevanceOptions): Metric<'userInput' | 'retrievedContexts', ContextRelevanceDetail> {
  const { name = NAME, unit = 'context' } = options
  checkName(FACTORY, options.name)
  if (unit !== 'context' && unit !== 'sentence')
    throw optionFault(FACTORY, `unit ${JSON.stringify(unit)} does not exist; there are "context" and "sentence"`)
  const verifier =
    unit === 'sentence'
      ? sentenceVerifier(options)
      : 'verifier' in options
        ? givenUsefulness(options.verifier, FACTORY)
        : usefulnessVerifier(options, FACTORY, PROMPTS)
  const identity = itemIdentity(
    {
      usualName: NAME,
      type: 'context-relevance',
      version: VERSION,
      name,
      options: [['unit', unit === 'context' ? undefined : unit]],
      config: unit === 'context' ? {} : { unit },
    },
    verifier,
  )
  const start = { ...identity.start, unit }
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['userInput', 'retrievedContexts'],
    async outcome({ texts: { userInput = '', contexts }, runtime, onFailure }) {
      if (isBlank(userInput)) return rowOutcomes.emptyUserInput
      const shown = shownContexts(contexts)
      const sentences = unit === 'sentence' ? sentencesOf(shown) : []
      const items = unit === 'sentence' ? sentences.map(({ item }) => item) : contextItems(shown)
      if (items.length === 0) {
        const reason =
          shown.texts.length === 0 ? 'Nothing was retrieved: there is no context that is not blank.' : 'The contexts hold no sentence.'
        return { value: 0, reason, detail: { ...start, retrieved: [], repairs: [] } }
      }
      onFailure((repairs) => ({ ...start, repairs }))
      const { verdicts, repairs } = await callVerifier(verifier, { claims: items, contexts: [], userInput, runtime })
      const detail: ContextRelevanceDetail =
        unit === 'sentence'
          ? {
              ...start,
              retrieved: [],
              sentences: sentences.map(({ index, span }, at) => ({ index, span, helps: helps(verdicts[at]) })),
              repairs,
            }
          : { ...start, retrieved: retrievedContexts(shown, verdicts), repairs }
      return shareOutcome(verdicts, { threshold: undefined, wording: unit === 'sentence' ? OF_SENTENCES : OF_CONTEXTS, detail })
    },
  })
}

function sentenceVerifier(options: ContextRelevanceOptions): ClaimVerifier {
  refuseOptions(
    FACTORY,
    options,
    ['strategy', 'requireQuote', 'minQuote'],
    'has no effect on sentences, which are judged together and without quotes; leave it out',
  )
  const made = (verifier: ClaimVerifier): ClaimVerifier => {
    checkItemJudge(FACTORY, verifier, 'sentence-relevance', 'llmSentenceRelevance()')
    return verifier
  }
  if ('verifier' in options) return made(options.verifier)
  const { judge, votes, prompts, language } = options
  if (isVerifier(judge)) {
    refuseOptions(FACTORY, options, ['prompts', 'language'], `has no effect on ${judge.signature}; set it where that verifier is made`)
    return voted(made(judge), votes)
  }
  const model = checkedModel(FACTORY, judge)
  checkPrompts(FACTORY, prompts, { known: PROMPTS, sent: ['sentences'] })
  return voted(llmSentenceRelevance({ judge: model, prompt: prompts?.sentences, language }), votes)
}

/** Ids `k1s1`, `k1s2`, … number the sentences of each context. */
function sentencesOf({
  texts,
  indices,
}: ShownContexts): { readonly item: Claim; readonly index: number; readonly span: readonly [number, number] }[] {
  return texts.flatMap((text, at) =>
    splitSentences(text).map((sentence, number) => ({
      item: { id: `k${at + 1}s${number + 1}`, text: sentence.text },
      index: indices[at] ?? -1,
      span: [sentence.start, sentence.end] as const,
    })),
  )
}

function helps(verdict: Verdict | undefined): boolean | null {
  return verdict === undefined || verdict.outcome === 'undecided' ? null : verdict.outcome === 'supported'
}
