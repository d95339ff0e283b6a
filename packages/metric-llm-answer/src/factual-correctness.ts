import type { Metric } from '@assay/core'
import type { Claim, SplitText, Verdict } from '@assay/judge'
import {
  verdictsDetail,
  type Cells,
  checkName,
  claimIdentity,
  type ClaimOptions,
  type ClaimsDetail,
  claimSteps,
  type ClaimSteps,
  type JudgedRow,
  judgedMetric,
  lacksQuote,
  openCells,
  openOutcome,
  optionFault,
  type Outcome,
  rowOutcomes,
  shareReason,
  sideBySide,
  type StepsDetail,
  summarizeVerdicts,
  tally,
  type Tally,
  type Uncovered,
  uncovered,
  withoutClaims,
} from '@assay/metric-kit'
import { fMeasure, mostBeta } from '@assay/stats'
import { isBlank, normalizeNfc } from '@assay/text'
import { shareOfClaims } from './share-of-claims.ts'

export type FactualMode = 'f' | 'precision' | 'recall'

export type FactualOptions = ClaimOptions & {
  /**
   * `f` (default): F-beta of the two others, as `factual_correctness`. `precision`: claims of the response that the reference supports,
   * as `factual_precision`. `recall`: claims of the reference that the response supports, as `factual_recall`.
   */
  readonly mode?: FactualMode | undefined
  /** Only with mode `f`: how many times as much recall weighs as precision. A number above 0, at most 1000. Default 1. */
  readonly beta?: number | undefined
}

/** The claims of one of the two texts, and their verdicts by the other. */
type FactualSide = { readonly claims: readonly Claim[]; readonly verdicts: readonly Verdict[]; readonly uncovered: Uncovered }

export type FactualFDetail = StepsDetail &
  Pick<ClaimsDetail, 'noVerifiedQuote' | 'agreement' | 'grouped' | 'repairs'> & {
    readonly beta: number
    /** `null` if the response makes no claim. */
    readonly precision: number | null
    readonly recall: number
    /** Claims of the response, verified against the reference. */
    readonly response: FactualSide
    /** Claims of the reference, verified against the response. */
    readonly reference: FactualSide
  }

export type FactualDetail = ClaimsDetail | FactualFDetail

const FACTORY = 'factualCorrectness'
const VERSION = '1'
const NAMES = { f: 'factual_correctness', precision: 'factual_precision', recall: 'factual_recall' } as const
const SPLITS = { f: ['reference', 'response'], precision: ['response'], recall: ['reference'] } as const satisfies Record<
  FactualMode,
  readonly SplitText[]
>
const BY_REFERENCE = { items: ['claim of the response', 'claims of the response'], holds: 'supported by the reference' } as const
const BY_RESPONSE = { items: ['claim of the reference', 'claims of the reference'], holds: 'supported by the response' } as const

/**
 * How far response and reference state the same: precision over the claims of the response, recall over those of the reference, or F-beta
 * of the two, each in [0, 1]. Reads `response`, `reference`, and `userInput` if present; the retrieved contexts do not matter.
 * Equal texts are 1 and a blank response is 0 (unscored for precision), both without a call. Source of F: van Rijsbergen, Information
 * Retrieval, 2nd ed. (1979), ch. 7.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function factualCorrectness(
  options: ClaimOptions & { readonly mode?: 'f' | undefined; readonly beta?: number | undefined },
): Metric<'reference' | 'response', FactualFDetail>
export function factualCorrectness(
  options: ClaimOptions & { readonly mode: 'precision' | 'recall' },
): Metric<'reference' | 'response', ClaimsDetail>
export function factualCorrectness(options: FactualOptions): Metric<'reference' | 'response', FactualDetail>
export function factualCorrectness(options: FactualOptions): Metric<'reference' | 'response', FactualDetail> {
  const { mode = 'f', beta = 1 } = options
  checkOptions(options)
  const usualName = NAMES[mode]
  const { name = usualName } = options
  const prompts = SPLITS[mode].map((of) => (of === 'reference' ? 'claims' : 'answerClaims'))
  const steps = claimSteps(options, { factory: FACTORY, prompts: [...prompts, 'verdicts'], splits: prompts })
  const identity = claimIdentity(
    {
      usualName,
      type: usualName.replace('_', '-'),
      version: VERSION,
      name,
      options: [['beta', beta === 1 ? undefined : beta]],
      config: beta === 1 ? {} : { beta },
    },
    steps,
    SPLITS[mode],
  )
  const { start } = identity
  return judgedMetric<'reference' | 'response', FactualDetail>({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['reference', 'response'],
    reads: ['userInput'],
    summarize: summarizeVerdicts<FactualDetail>(steps.verifier, verdictsIn),
    async outcome(row) {
      const { reference, response } = row.texts
      if (isBlank(reference)) return rowOutcomes.emptyReference
      const isBlankResponse = isBlank(response)
      if (isBlankResponse && mode === 'precision') return rowOutcomes.emptyResponse
      const isSame = normalizeNfc(reference.trim()) === normalizeNfc(response.trim())
      if (isBlankResponse || isSame) {
        const value = isSame ? 1 : 0
        const reason = isSame ? 'Response and reference are the same text.' : 'The response is blank: it states nothing of the reference.'
        return { value, reason, detail: mode === 'f' ? emptyF(start, beta, value) : emptyShare(start) }
      }
      if (mode === 'precision') return shareOfClaims(row, { steps, start, of: 'response', against: 'reference', wording: BY_REFERENCE })
      if (mode === 'recall') return shareOfClaims(row, { steps, start, of: 'reference', against: 'response', wording: BY_RESPONSE })
      return fOutcome(row, { steps, start, beta })
    },
  })
}

async function fOutcome(
  { texts, runtime, scope, onFailure }: JudgedRow<FactualDetail>,
  { steps, start, beta }: { readonly steps: ClaimSteps; readonly start: StepsDetail; readonly beta: number },
): Promise<Outcome<FactualDetail>> {
  const { threshold } = steps.verifier
  const cells = openCells({ steps, texts, runtime, scope })
  onFailure(() => ({ ...start, repairs: cells.repairs() }))
  const [ofReference, ofResponse] = await sideBySide([() => cells.split('reference'), () => cells.split('response')])
  const withoutReference = withoutClaims(ofReference, 'reference')
  if (withoutReference !== undefined) return { ...withoutReference, detail: { ...start, repairs: cells.repairs() } }
  const [byReference, byResponse] = await sideBySide([
    () => cells.pair('response', ofResponse.claims, 'reference'),
    () => cells.pair('reference', ofReference.claims, 'response'),
  ])
  const response: FactualSide = {
    claims: ofResponse.claims,
    verdicts: byReference,
    uncovered: uncovered(texts.response, ofResponse.claims),
  }
  const reference: FactualSide = {
    claims: ofReference.claims,
    verdicts: byResponse,
    uncovered: uncovered(texts.reference, ofReference.claims),
  }
  const recall = tally(byResponse, threshold)
  const detailOf = (precision: number | null): FactualFDetail => ({
    ...start,
    beta,
    precision,
    recall: recall.value ?? 0,
    response,
    reference,
    ...commonDetail([...byReference, ...byResponse], cells),
  })
  const withoutResponse = withoutClaims(ofResponse, 'response')
  if (withoutResponse !== undefined) {
    const open = openOutcome([byResponse])
    if (open !== undefined) return { ...open, detail: detailOf(null) }
    const isRefusal = withoutResponse.cause === 'declined' && recall.supported === 0
    if (isRefusal)
      return { value: 0, reason: 'The response declines to answer, and states nothing of the reference.', detail: detailOf(null) }
    const reason =
      recall.supported === 0
        ? withoutResponse.reason
        : `No claim was found in the response, though it states ${recall.supported} of ${byResponse.length} claims of the reference: it was not split.`
    return { cause: 'no_claims', reason, detail: detailOf(null) }
  }
  const precision = tally(byReference, threshold)
  const sentences = [
    shareReason(precision, byReference.length, threshold, BY_REFERENCE),
    shareReason(recall, byResponse.length, threshold, BY_RESPONSE),
  ]
  const tied = [precision, recall].findIndex((side) => side.tied > 0)
  if (tied !== -1) return { cause: 'no_majority', reason: sentences[tied] ?? '', detail: detailOf(precision.value) }
  if (precision.value === null || recall.value === null) {
    return { cause: 'undecided', reason: sentences[precision.value === null ? 0 : 1] ?? '', detail: detailOf(precision.value) }
  }
  const [low, high] = [0, 1].map((end) => fMeasure({ precision: endOf(precision, end), recall: endOf(recall, end) }, beta))
  return {
    value: fMeasure({ precision: precision.value, recall: recall.value }, beta),
    range: precision.range === undefined && recall.range === undefined ? undefined : [low ?? 0, high ?? 1],
    reason: sentences.join(' '),
    detail: detailOf(precision.value),
  }
}

function endOf({ value, range }: Tally, end: number): number {
  return range?.[end] ?? value ?? 0
}

function commonDetail(
  verdicts: readonly Verdict[],
  cells: Cells,
): Pick<ClaimsDetail, 'noVerifiedQuote' | 'agreement' | 'grouped' | 'repairs'> {
  return { noVerifiedQuote: verdicts.filter(lacksQuote).length, ...verdictsDetail(verdicts, cells) }
}

const NOTHING: Uncovered = { sentences: [], numbers: [] }

function emptyShare(start: StepsDetail): ClaimsDetail {
  return { ...start, claims: [], verdicts: [], uncovered: NOTHING, noVerifiedQuote: 0, repairs: [] }
}

function emptyF(start: StepsDetail, beta: number, value: number): FactualFDetail {
  const side: FactualSide = { claims: [], verdicts: [], uncovered: NOTHING }
  return {
    ...start,
    beta,
    precision: value === 1 ? 1 : null,
    recall: value,
    response: side,
    reference: side,
    noVerifiedQuote: 0,
    repairs: [],
  }
}

function verdictsIn(detail: Partial<FactualDetail>): readonly Verdict[] {
  if ('verdicts' in detail) return detail.verdicts ?? []
  if ('response' in detail) return [...(detail.response?.verdicts ?? []), ...(detail.reference?.verdicts ?? [])]
  return []
}

function checkOptions({ name, mode = 'f', beta }: FactualOptions): void {
  checkName(FACTORY, name)
  if (!Object.hasOwn(NAMES, mode))
    throw optionFault(FACTORY, `mode ${JSON.stringify(mode)} does not exist; there are "f", "precision" and "recall"`)
  if (beta === undefined) return
  if (mode !== 'f') throw optionFault(FACTORY, `beta has no effect with the mode ${JSON.stringify(mode)}; leave it out`)
  if (!(typeof beta === 'number' && beta > 0 && beta <= mostBeta))
    throw optionFault(FACTORY, `beta is ${String(beta)}; it must be a number above 0, at most ${mostBeta}`)
}
