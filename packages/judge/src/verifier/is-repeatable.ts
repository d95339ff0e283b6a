import type { LLMAdapter } from '@assay/core'

/** Whether a judge is asked at temperature 0: by the user's wish, or by ours where the model takes one. */
export function isRepeatable({ capabilities, fingerprint }: LLMAdapter): boolean {
  const { temperature } = fingerprint
  return typeof temperature === 'number' ? temperature === 0 : capabilities.temperature
}
