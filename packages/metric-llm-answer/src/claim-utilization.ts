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

export type UtilizationDetail = StepsDetail &
  Pick<ClaimsDetail, 'uncovered' | 'noVerifiedQuote' | 'agreement' | 'grouped' | 'repairs'> & {
    /** Those of the reference. */
    readonly claims: readonly Claim[]
    /** Verdicts on them by the contexts together, in their order. */
    readonly byContexts: readonly Verdict[]
    /** The same by the response; empty if it is blank. */
    readonly byResponse: readonly Verdict[]
    /** Ids of the claims that the contexts support, and an answer could use. */
    readonly recalled: readonly string[]
    /** Ids of those that the response states. */
    readonly used: readonly string[]
  }

const NAME = 'claim_utilization'
const FACTORY = 'claimUtilization'
const VERSION = '1'
const WORDING = {
  items: ['claim of the reference that the contexts support', 'claims of the reference that the contexts support'],
  holds: 'stated by the response',
} as const

/**
 * Claims of the reference that both the retrieved contexts and the response support / those that the contexts support, in [0, 1]: how
 * much of the retrieved information an answer uses. Reads `response`, `reference`, `retrievedContexts`, and `userInput` if present.
 * If the contexts support no claim of the reference the row is unscored as `nothing_recalled`.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function claimUtilization(options: ClaimOptions): Metric<'reference' | 'response' | 'retrievedContexts', UtilizationDetail> {
  const { name = NAME } = options
  checkName(FACTORY, options.name)
  const steps = claimSteps(options, { factory: FACTORY, prompts: ['claims', 'verdicts'], splits: ['claims'] })
  const identity = claimIdentity({ usualName: NAME, type: 'claim-utilization', version: VERSION, name }, steps, ['reference'])
  const { start } = identity
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['reference', 'response', 'retrievedContexts'],
    reads: ['userInput'],
    summarize: summarizeVerdicts<UtilizationDetail>(steps.verifier, ({ byContexts = [], byResponse = [] }) => [
      ...byContexts,
      ...byResponse,
    ]),
    async outcome({ texts, runtime, scope, onFailure }) {
      if (isBlank(texts.reference)) return rowOutcomes.emptyReference
      const cells = openCells({ steps, texts, runtime, scope })
      if (cells.shown.texts.length === 0)
        return { ...rowOutcomes.nothingRecalled, reason: 'Nothing was retrieved: there was nothing that an answer could use.' }
      onFailure(() => failedDetail(start, cells, 'reference'))
      const split = await cells.split('reference')
      const none = withoutClaims(split, 'reference')
      if (none !== undefined) return { ...none, detail: failedDetail(start, cells, 'reference') }
      const { claims } = split
      const [byContexts, byResponse] = await sideBySide([
        () => cells.pair('reference', claims, 'contexts'),
        async () => (isBlank(texts.response) ? [] : cells.pair('reference', claims, 'response')),
      ])
      const recalled = claims.filter((_, at) => isSupported(byContexts[at])).map(({ id }) => id)
      const found = new Set(recalled)
      const usable = byResponse.filter(({ claim }) => found.has(claim))
      const used = usable.filter(isSupported).map(({ claim }) => claim)
      const verdicts = [...byContexts, ...byResponse]
      const detail: UtilizationDetail = {
        ...start,
        claims,
        byContexts,
        byResponse,
        recalled,
        used,
        uncovered: uncovered(texts.reference, claims),
        noVerifiedQuote: verdicts.filter(lacksQuote).length,
        ...verdictsDetail(verdicts, cells),
      }
      const open = openOutcome([byContexts, usable])
      if (open !== undefined) return { ...open, detail }
      if (recalled.length === 0) return { ...rowOutcomes.nothingRecalled, detail }
      return { value: used.length / recalled.length, reason: `${countText(used.length, recalled.length, WORDING)}.`, detail }
    },
  })
}
