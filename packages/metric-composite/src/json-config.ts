import type { JsonObject, JsonValue, MetricConfig } from '@assay/core'

/** A configuration as part of another one: JSON has no `undefined`. */
export function jsonConfig(config: MetricConfig): JsonObject {
  const given: Record<string, JsonValue> = {}
  for (const [option, value] of Object.entries(config)) if (value !== undefined) given[option] = value
  return given
}
