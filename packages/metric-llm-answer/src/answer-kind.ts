import type { Metric } from '@assay/core'
import type { Claim, Verdict } from '@assay/judge'
import {
  verdictsDetail,
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
  rowOutcomes,
  sideBySide,
  type StepsDetail,
  summarizeVerdicts,
  uncovered,
  withoutClaims,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'

/** The explanation of a value that counts claims of the response by their support in contexts and reference. */
export type AnswerKindDetail = StepsDetail &
  Pick<ClaimsDetail, 'uncovered' | 'noVerifiedQuote' | 'declines' | 'agreement' | 'grouped' | 'repairs'> & {
    /** Those of the response. */
    readonly claims: readonly Claim[]
    /** Verdicts on them by the contexts together, in their order. */
    readonly byContexts: readonly Verdict[]
    /** The same by the reference. */
    readonly byReference: readonly Verdict[]
    /** Ids of the claims that count. */
    readonly counted: readonly string[]
  }

type AnswerKind = {
  readonly usualName: 'hallucination' | 'self_knowledge'
  readonly factory: string
  /** Of one claim. */
  readonly counts: (byContexts: boolean, byReference: boolean) => boolean
  /** After "is" and "are". */
  readonly holds: string
}

const VERSION = '1'

/** A metric that counts claims of the response by both verdicts on them. @throws AssayError `config` for incompatible options. */
export function answerKind(
  options: ClaimOptions,
  { usualName, factory, counts, holds }: AnswerKind,
): Metric<'reference' | 'response' | 'retrievedContexts', AnswerKindDetail> {
  const { name = usualName } = options
  checkName(factory, options.name)
  const steps = claimSteps(options, { factory, prompts: ['answerClaims', 'verdicts'], splits: ['answerClaims'] })
  const identity = claimIdentity({ usualName, type: usualName.replace('_', '-'), version: VERSION, name }, steps, ['response'])
  const { start } = identity
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'minimize',
    needs: ['reference', 'response', 'retrievedContexts'],
    reads: ['userInput'],
    summarize: summarizeVerdicts<AnswerKindDetail>(steps.verifier, ({ byContexts = [], byReference = [] }) => [
      ...byContexts,
      ...byReference,
    ]),
    async outcome({ texts, runtime, scope, onFailure }) {
      if (isBlank(texts.reference)) return rowOutcomes.emptyReference
      if (isBlank(texts.response)) return rowOutcomes.emptyResponse
      const cells = openCells({ steps, texts, runtime, scope })
      onFailure(() => failedDetail(start, cells, 'response'))
      const split = await cells.split('response')
      const none = withoutClaims(split, 'response')
      if (none !== undefined) return { ...none, detail: failedDetail(start, cells, 'response') }
      const { claims, declines } = split
      const [byContexts, byReference] = await sideBySide([
        () => cells.pair('response', claims, 'contexts'),
        () => cells.pair('response', claims, 'reference'),
      ])
      const counted = claims.filter((_, at) => counts(isSupported(byContexts[at]), isSupported(byReference[at]))).map(({ id }) => id)
      const verdicts = [...byContexts, ...byReference]
      const detail: AnswerKindDetail = {
        ...start,
        claims,
        byContexts,
        byReference,
        counted,
        uncovered: uncovered(texts.response, claims),
        noVerifiedQuote: verdicts.filter(lacksQuote).length,
        ...(declines ? { declines: true } : {}),
        ...verdictsDetail(verdicts, cells),
      }
      const open = openOutcome([byContexts, byReference])
      if (open !== undefined) return { ...open, detail }
      const wording = { items: ['claim of the response', 'claims of the response'], holds } as const
      return { value: counted.length / claims.length, reason: `${countText(counted.length, claims.length, wording)}.`, detail }
    },
  })
}
