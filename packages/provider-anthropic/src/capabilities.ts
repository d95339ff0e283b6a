import type { LLMCapabilities } from '@assay/core'
import { modelVersion } from './model-version.ts'

/** The first version that is held to a schema by `output_config.format`. */
const FIRST_NATIVE = 405
/** The last version that takes a temperature of one's own. */
const LAST_WITH_TEMPERATURE = 406

const ANTHROPIC_TIERS = Object.freeze(['auto', 'standard_only'])

/**
 * What a model is known to take, by the version in its name. A name without one is taken for a new model; a deployment may be named
 * anything, so what is given by hand wins. No model has a seed.
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
