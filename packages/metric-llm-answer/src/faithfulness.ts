import type { Metric } from '@assay/core'
import {
  checkName,
  claimIdentity,
  type ClaimOptions,
  type ClaimsDetail,
  claimSteps,
  judgedMetric,
  rowOutcomes,
  summarizeVerdicts,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'
import { shareOfClaims } from './share-of-claims.ts'

export type FaithfulnessOptions = ClaimOptions

const NAME = 'faithfulness'
const VERSION = '1'
const WORDING = { items: ['claim', 'claims'], holds: 'supported by the retrieved contexts' } as const

/**
 * Claims of the response that the retrieved contexts, taken together, support / all claims of the response, in [0, 1]. Reads `response`,
 * `retrievedContexts`, and `userInput` if present.
 * A response that declines and makes no claim is unscored as `declined`. If nothing was retrieved, a response with claims scores 0.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function faithfulness(options: FaithfulnessOptions): Metric<'response' | 'retrievedContexts', ClaimsDetail> {
  const { name = NAME } = options
  checkName(NAME, options.name)
  const steps = claimSteps(options, { factory: NAME, prompts: ['answerClaims', 'verdicts'], splits: ['answerClaims'] })
  const identity = claimIdentity({ usualName: NAME, type: NAME, version: VERSION, name }, steps, ['response'])
  const { start } = identity
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['response', 'retrievedContexts'],
    reads: ['userInput'],
    summarize: summarizeVerdicts<ClaimsDetail>(steps.verifier, ({ verdicts = [] }) => verdicts),
    async outcome(row) {
      if (isBlank(row.texts.response)) return rowOutcomes.emptyResponse
      return shareOfClaims(row, { steps, start, of: 'response', against: 'contexts', wording: WORDING })
    },
  })
}
