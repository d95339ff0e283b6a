import type { LLMCapabilities } from '@assay/core'
import { modelVersion } from './model-version.ts'

/** The first version that supports a schema in `output_config.format`. */
const FIRST_NATIVE = 405
/** The last version that accepts a temperature. */
const LAST_WITH_TEMPERATURE = 406

const ANTHROPIC_TIERS = Object.freeze(['auto', 'standard_only'])

/**
 * The capabilities of a model, inferred from the version in its name. A name without a version counts as a new model. `byHand` overrides
 * them, since a deployment may have any name. No model has a seed.
 */
export function capabilitiesOf(modelId: string, byHand: Partial<LLMCapabilities> = {}): LLMCapabilities {
  const version = modelVersion(modelId) ?? Number.POSITIVE_INFINITY
  return Object.freeze({
    structuredOutput: version < FIRST_NATIVE ? 'tool' : 'native',
    temperature: version <= LAST_WITH_TEMPERATURE,
    seed: false,
    promptCache: true,
    needsOutputLimit: true,
    serviceTiers: ANTHROPIC_TIERS,
    ...byHand,
  })
}
