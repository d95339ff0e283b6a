import type { Metric } from '@assay/core'
import type { Claim, ClaimVerifier, PromptKey, SplitText, Verdict } from '@assay/judge'
import { shownContexts } from '@assay/judge'
import {
  type Agreement,
  agreementOf,
  verdictsDetail,
  callVerifier,
  checkName,
  claimIdentity,
  type ClaimJudgeOptions,
  type ClaimPortOptions,
  claimSteps,
  type ClaimSteps,
  failedDetail,
  isSupported,
  itemIdentity,
  type JudgedRow,
  judgedMetric,
  type MetricNaming,
  openCells,
  openOutcome,
  optionFault,
  type Outcome,
  refuseOptions,
  rowOutcomes,
  type StepsDetail,
  summarizeVerdicts,
  withoutClaims,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'
import { type Aggregate, precisionOf } from './precision-of-ranks.ts'
import { contextItems, type RetrievedContext, retrievedContexts } from './retrieved-items.ts'
import { givenUsefulness, type UsefulnessOptions, usefulnessVerifier } from './usefulness-verifier.ts'

export type ContextPrecisionOptions = Common &
  (
    | (UsefulnessOptions & { readonly by?: 'usefulness' | undefined })
    | { readonly verifier: ClaimVerifier; readonly by?: 'usefulness' | undefined; readonly judge?: undefined }
    | (Omit<ClaimJudgeOptions, 'name'> & { readonly by: 'claims' })
    | (Omit<ClaimPortOptions, 'name'> & { readonly by: 'claims'; readonly judge?: undefined })
  )

type Common = {
  /** What a context should support: the `reference` (default), or the `response`. */
  readonly against?: SplitText | undefined
  /** `average` (default): average precision, which depends on the order. `share`: useful contexts / contexts. */
  readonly aggregate?: Aggregate | undefined
  /** Default `context_precision`. */
  readonly name?: string | undefined
}

export type ContextPrecisionDetail = StepsDetail & {
  readonly against: SplitText
  readonly by: 'usefulness' | 'claims'
  readonly aggregate: Aggregate
  /** In their order, blank and repeated ones left out. */
  readonly retrieved: readonly RetrievedContext[]
  /** By claims: those of the text, and the verdicts on them by each context alone. */
  readonly claims?: readonly Claim[]
  readonly byEachContext?: readonly (readonly Verdict[])[]
  readonly agreement?: Agreement
  readonly repairs: readonly string[]
}

const NAME = 'context_precision'
const FACTORY = 'contextPrecision'
const VERSION = '1'
const PROMPTS: readonly PromptKey[] = ['usefulness']

/**
 * Average precision of the retrieved contexts, in [0, 1]: over useful ones, the mean share of useful ones down to their rank. A context
 * is useful if it helps to arrive at the reference (or response) or, with `by: 'claims'`, if it alone supports a claim of it. Blank and
 * repeated contexts have no rank. Reads `reference` or `response`, `retrievedContexts`, and `userInput` if present.
 * Nothing retrieved is 0 without a call.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function contextPrecision(
  options: ContextPrecisionOptions & { readonly against: 'response' },
): Metric<'response' | 'retrievedContexts', ContextPrecisionDetail>
export function contextPrecision(
  options: ContextPrecisionOptions & { readonly against?: 'reference' | undefined },
): Metric<'reference' | 'retrievedContexts', ContextPrecisionDetail>
export function contextPrecision(options: ContextPrecisionOptions): Metric<SplitText | 'retrievedContexts', ContextPrecisionDetail>
export function contextPrecision(options: ContextPrecisionOptions): Metric<SplitText | 'retrievedContexts', ContextPrecisionDetail> {
  const { name = NAME, against = 'reference', aggregate = 'average', by = 'usefulness' } = options
  checkOptions(options)
  const naming: MetricNaming = {
    usualName: NAME,
    type: 'context-precision',
    version: VERSION,
    name,
    options: [
      ['against', against === 'reference' ? undefined : against],
      ['by', by === 'usefulness' ? undefined : by],
      ['aggregate', aggregate === 'average' ? undefined : aggregate],
    ],
    config: {
      ...(against === 'reference' ? {} : { against }),
      ...(by === 'usefulness' ? {} : { by }),
      ...(aggregate === 'average' ? {} : { aggregate }),
    },
  }
  const ways = options.by === 'claims' ? claimsWay(options, against, naming) : usefulnessWay(options, against, naming)
  const { identity, verifier, judge } = ways
  const start = { ...identity.start, against, by, aggregate }
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: [against, 'retrievedContexts'],
    reads: ['userInput'],
    summarize: summarizeVerdicts<ContextPrecisionDetail>(verifier, ({ byEachContext = [] }) => byEachContext.flat()),
    async outcome(row) {
      const { texts } = row
      if (isBlank(texts[against])) return against === 'reference' ? rowOutcomes.emptyReference : rowOutcomes.emptyResponse
      if (texts.contexts.every(isBlank)) {
        return {
          value: 0,
          reason: 'Nothing was retrieved: there is no context that is not blank.',
          detail: { ...start, retrieved: [], repairs: [] },
        }
      }
      row.onFailure((repairs) => ({ ...start, repairs }))
      const judged = await judge(row, start)
      if ('cause' in judged) return { ...judged, detail: { ...start, ...judged.detail } }
      const detail = { ...start, ...judged.detail }
      if (judged.open !== undefined) return { ...judged.open, detail }
      const useful = judged.detail.retrieved.map((context) => context.useful === true)
      const value = precisionOf(useful, aggregate)
      return { value, reason: reasonOf(useful, value, aggregate), detail }
    },
  })
}

type Found = Pick<ContextPrecisionDetail, 'retrieved' | 'claims' | 'byEachContext' | 'agreement' | 'repairs'>
type Judged =
  | { readonly detail: Found; readonly open: ReturnType<typeof openOutcome> }
  | Extract<Outcome<Partial<Found>>, { readonly cause: unknown }>

/** The beginning of every detail. */
type Start = StepsDetail & Pick<ContextPrecisionDetail, 'against' | 'by' | 'aggregate'>

type Way = {
  readonly identity: ReturnType<typeof itemIdentity>
  readonly verifier: ClaimVerifier
  readonly judge: (row: JudgedRow<ContextPrecisionDetail>, start: Start) => Promise<Judged>
}

type UsefulnessWayOptions = Extract<ContextPrecisionOptions, { readonly by?: 'usefulness' | undefined }>

/** Judges for each context whether it helps. */
function usefulnessWay(options: UsefulnessWayOptions, against: SplitText, naming: MetricNaming): Way {
  refuseOptions(
    FACTORY,
    options,
    ['claims', 'extractor', 'grouping'],
    'has no effect by usefulness, which splits nothing; add by: "claims", or leave it out',
  )
  const verifier = 'verifier' in options ? givenUsefulness(options.verifier, FACTORY) : usefulnessVerifier(options, FACTORY, PROMPTS)
  return {
    identity: itemIdentity(naming, verifier),
    verifier,
    async judge({ texts, runtime }) {
      const shown = shownContexts(texts.contexts)
      const input = { claims: contextItems(shown), contexts: [texts[against]], userInput: texts.userInput, runtime }
      const { verdicts, repairs } = await callVerifier(verifier, input)
      const agreement = agreementOf(verdicts)
      const retrieved = retrievedContexts(shown, verdicts)
      return { detail: { retrieved, ...(agreement === undefined ? {} : { agreement }), repairs }, open: openOutcome([verdicts]) }
    },
  }
}

type ClaimsWayOptions = Extract<ContextPrecisionOptions, { readonly by: 'claims' }>

/** Verifies which claims of the text each context alone supports. */
function claimsWay(options: ClaimsWayOptions, against: SplitText, naming: MetricNaming): Way {
  const split: PromptKey = against === 'reference' ? 'claims' : 'answerClaims'
  const steps: ClaimSteps = claimSteps(options, { factory: FACTORY, prompts: [split, 'verdicts'], splits: [split] })
  return {
    identity: claimIdentity(naming, steps, [against]),
    verifier: steps.verifier,
    async judge({ texts, runtime, scope, onFailure }, start) {
      const cells = openCells({ steps, texts, runtime, scope })
      onFailure(() => ({ ...start, ...failedDetail(start, cells, against) }))
      const found = await cells.split(against)
      const none = withoutClaims(found, against)
      if (none !== undefined) return { ...none, detail: { repairs: cells.repairs() } }
      const byEachContext = await cells.each(against, found.claims)
      const retrieved = byEachContext.map((verdicts, at): RetrievedContext => {
        const supported = verdicts.filter(isSupported)
        const isOpen = supported.length === 0 && verdicts.some(({ outcome }) => outcome === 'undecided')
        return {
          index: cells.shown.indices[at] ?? -1,
          useful: isOpen ? null : supported.length > 0,
          reason: `It supports ${supported.length} of ${verdicts.length} ${verdicts.length === 1 ? 'claim' : 'claims'} by itself.`,
          evidence: supported.flatMap(({ evidence }) => evidence),
        }
      })
      const { agreement, repairs } = verdictsDetail(byEachContext.flat(), cells)
      const detail = { retrieved, claims: found.claims, byEachContext, ...(agreement === undefined ? {} : { agreement }), repairs }
      // One claim that a context supports makes it useful, whatever else is open.
      return { detail, open: openOutcome(byEachContext.filter((verdicts) => !verdicts.some(isSupported))) }
    },
  }
}

function reasonOf(useful: readonly boolean[], value: number, aggregate: Aggregate): string {
  const found = useful.filter(Boolean).length
  const sentence = `${found} of ${useful.length} ${useful.length === 1 ? 'context is' : 'contexts are'} useful`
  return aggregate === 'share' ? `${sentence}.` : `${sentence}; average precision by their ranks ${value.toFixed(3)}.`
}

function checkOptions({ name, against = 'reference', aggregate = 'average', by = 'usefulness' }: ContextPrecisionOptions): void {
  checkName(FACTORY, name)
  requireOneOf('against', against, ['reference', 'response'])
  requireOneOf('aggregate', aggregate, ['average', 'share'])
  requireOneOf('by', by, ['usefulness', 'claims'])
}

function requireOneOf(option: string, value: string, known: readonly [string, string]): void {
  if (!known.includes(value))
    throw optionFault(
      FACTORY,
      `${option} ${JSON.stringify(value)} does not exist; there are ${known.map((one) => JSON.stringify(one)).join(' and ')}`,
    )
}
