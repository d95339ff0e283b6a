import type { Metric } from '@assay/core'
import type { Claim, Verdict } from '@assay/judge'
import {
  verdictsDetail,
  type Cells,
  checkName,
  claimIdentity,
  type ClaimOptions,
  type ClaimsDetail,
  claimSteps,
  countText,
  failedDetail,
  isSupported,
  judgedMetric,
  lacksQuote,
  openCells,
  openOutcome,
  optionFault,
  rowOutcomes,
  sideBySide,
  type StepsDetail,
  summarizeVerdicts,
  uncovered,
  withoutClaims,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'

export type NoiseMode = 'relevant' | 'irrelevant'

export type NoiseOptions = ClaimOptions & {
  /** Which contexts misled: `relevant` (default), or `irrelevant` ones, as `noise_sensitivity_irrelevant`. */
  readonly mode?: NoiseMode | undefined
}

/** The result of one context alone. */
type NoiseContext = {
  /** 0-based index in the sample's retrieved contexts. */
  readonly index: number
  /** Whether it supports a claim of the reference alone. */
  readonly relevant: boolean
  readonly byReference: readonly Verdict[]
  /** Verdicts on the open claims. */
  readonly byOpen: readonly Verdict[]
}

export type NoiseDetail = StepsDetail &
  Pick<ClaimsDetail, 'uncovered' | 'noVerifiedQuote' | 'declines' | 'agreement' | 'grouped' | 'repairs'> & {
    /** Those of the response. */
    readonly claims: readonly Claim[]
    /** Verdicts on them by the contexts together, in their order. */
    readonly byContexts: readonly Verdict[]
    /** The same by the reference. */
    readonly byReference: readonly Verdict[]
    /** Ids of the claims that contexts support and the reference does not. */
    readonly open: readonly string[]
    /** Ids of the claims that count. */
    readonly counted: readonly string[]
    /** Verified if a claim is open, else empty. */
    readonly referenceClaims: readonly Claim[]
    readonly single: readonly NoiseContext[]
  }

const FACTORY = 'noiseSensitivity'
const VERSION = '1'
const NAMES = { relevant: 'noise_sensitivity', irrelevant: 'noise_sensitivity_irrelevant' } as const

/**
 * Claims of the response that the retrieved contexts support and the reference does not, and that come from relevant (or irrelevant)
 * contexts / all its claims, in [0, 1]: lower is better. A context is relevant if it alone supports a claim of the reference. A claim
 * comes from relevant contexts if one of them alone supports it; else from irrelevant ones if one of these does; else, supported only by
 * several together, from relevant ones if its verified quotes occur in one. So both modes and `hallucination` add up to 1 −
 * `factual_precision`. Reads `response`, `reference`, `retrievedContexts`, and `userInput` if present.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function noiseSensitivity(options: NoiseOptions): Metric<'reference' | 'response' | 'retrievedContexts', NoiseDetail> {
  const { mode = 'relevant' } = options
  if (!Object.hasOwn(NAMES, mode))
    throw optionFault(FACTORY, `mode ${JSON.stringify(mode)} does not exist; there are "relevant" and "irrelevant"`)
  const usualName = NAMES[mode]
  const { name = usualName } = options
  checkName(FACTORY, options.name)
  const steps = claimSteps(options, {
    factory: FACTORY,
    prompts: ['claims', 'answerClaims', 'verdicts'],
    splits: ['claims', 'answerClaims'],
  })
  const identity = claimIdentity({ usualName, type: usualName.replaceAll('_', '-'), version: VERSION, name }, steps, [
    'reference',
    'response',
  ])
  const { start } = identity
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'minimize',
    needs: ['reference', 'response', 'retrievedContexts'],
    reads: ['userInput'],
    summarize: summarizeVerdicts<NoiseDetail>(steps.verifier, (detail) => verdictsIn(detail)),
    async outcome({ texts, runtime, scope, onFailure }) {
      if (isBlank(texts.reference)) return rowOutcomes.emptyReference
      if (isBlank(texts.response)) return rowOutcomes.emptyResponse
      const cells = openCells({ steps, texts, runtime, scope })
      onFailure(() => failedDetail(start, cells, 'response'))
      const split = await cells.split('response')
      const none = withoutClaims(split, 'response')
      if (none !== undefined) return { ...none, detail: failedDetail(start, cells, 'response') }
      const { claims, declines } = split
      const detailOf = (
        found: Pick<NoiseDetail, 'byContexts' | 'byReference' | 'open' | 'counted' | 'referenceClaims' | 'single'>,
      ): NoiseDetail => ({
        ...start,
        claims,
        ...found,
        uncovered: uncovered(texts.response, claims),
        noVerifiedQuote: verdictsIn(found).filter(lacksQuote).length,
        ...(declines ? { declines: true } : {}),
        ...verdictsDetail(verdictsIn(found), cells),
      })
      const nothing = { byContexts: [], byReference: [], open: [], counted: [], referenceClaims: [], single: [] }
      if (cells.shown.texts.length === 0)
        return { value: 0, reason: 'Nothing was retrieved: no context can have misled.', detail: detailOf(nothing) }
      const [byContexts, byReference] = await sideBySide([
        () => cells.pair('response', claims, 'contexts'),
        () => cells.pair('response', claims, 'reference'),
      ])
      const joint = { ...nothing, byContexts, byReference }
      const undecided = openOutcome([byContexts, byReference])
      if (undecided !== undefined) return { ...undecided, detail: detailOf(joint) }
      const open = claims.filter((_, at) => isSupported(byContexts[at]) && !isSupported(byReference[at]))
      if (open.length === 0) {
        return {
          value: 0,
          reason: 'Every claim of the response that the contexts support is supported by the reference.',
          detail: detailOf(joint),
        }
      }
      const ofReference = await cells.split('reference')
      const withoutReference = withoutClaims(ofReference, 'reference')
      if (withoutReference !== undefined) return { ...withoutReference, detail: detailOf({ ...joint, open: idsOf(open) }) }
      const [ofReferenceClaims, ofOpenClaims] = await sideBySide([
        () => cells.each('reference', ofReference.claims),
        () => cells.each('response', open),
      ])
      const single = contextsOf(cells, ofReferenceClaims, ofOpenClaims)
      const counted = open.filter((claim) => sourceOf(claim, single, byContexts) === mode)
      const detail = detailOf({ ...joint, open: idsOf(open), counted: idsOf(counted), referenceClaims: ofReference.claims, single })
      const undecidedAlone = openOutcome([...ofReferenceClaims.filter((verdicts) => !verdicts.some(isSupported)), ...ofOpenClaims])
      if (undecidedAlone !== undefined) return { ...undecidedAlone, detail }
      const wording = {
        items: ['claim of the response', 'claims of the response'],
        holds: `supported by ${mode} contexts and not by the reference`,
      } as const
      return { value: counted.length / claims.length, reason: `${countText(counted.length, claims.length, wording)}.`, detail }
    },
  })
}

function contextsOf(cells: Cells, wanted: readonly (readonly Verdict[])[], said: readonly (readonly Verdict[])[]): NoiseContext[] {
  return cells.shown.indices.map((index, at) => {
    const byReference = wanted[at] ?? []
    return { index, relevant: byReference.some(isSupported), byReference, byOpen: said[at] ?? [] }
  })
}

/** The kind of context that an open claim comes from. Each claim has one kind, so that several metrics add up. */
function sourceOf({ id }: Claim, single: readonly NoiseContext[], joint: readonly Verdict[]): NoiseMode {
  const alone = single.filter(({ byOpen }) => byOpen.some((verdict) => verdict.claim === id && isSupported(verdict)))
  if (alone.length > 0) return alone.some(({ relevant }) => relevant) ? 'relevant' : 'irrelevant'
  const quoted = new Set(
    joint.flatMap(({ claim, evidence }) => (claim === id ? evidence.filter(({ verified }) => verified).map(({ context }) => context) : [])),
  )
  return single.some(({ index, relevant }) => relevant && quoted.has(index)) ? 'relevant' : 'irrelevant'
}

function verdictsIn({ byContexts = [], byReference = [], single = [] }: Partial<NoiseDetail>): Verdict[] {
  return [...byContexts, ...byReference, ...single.flatMap((context) => [...context.byReference, ...context.byOpen])]
}

function idsOf(claims: readonly Claim[]): string[] {
  return claims.map(({ id }) => id)
}
