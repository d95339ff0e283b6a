import { configError, type MetricConfig } from '@assay/core'
import type * as z from 'zod'

/** Checks a configuration that a metric gave of itself. @throws AssayError `config` naming every fault and its place. */
export function readConfig<Schema extends z.ZodType>(config: MetricConfig, schema: Schema): z.infer<Schema> {
  const result = schema.safeParse(config)
  if (result.success) return result.data
  const faults = result.error.issues.map(({ path, message }) => `${[config.type, ...path].join('.')}: ${message}`)
  throw configError(`The metric "${config.type}" cannot be made again like this. ${faults.join('; ')}`)
}
