import type { LLMAdapter } from '@assay/core'

/** Whether a judge is called at temperature 0: set by the user, or by Assay if the model accepts one. */
export function isRepeatable({ capabilities, fingerprint }: LLMAdapter): boolean {
  const { temperature } = fingerprint
  return typeof temperature === 'number' ? temperature === 0 : capabilities.temperature
}
