import { configError, type MetricConfig } from '@assay/core'

/**
 * `recall@5` as `{ type: 'recall', k: 5 }`; a type without `@` is unchanged.
 * @throws AssayError `config` if no whole number follows it, or another k is given.
 */
export function withCutoff(config: MetricConfig): MetricConfig {
  const at = config.type.lastIndexOf('@')
  if (at === -1) return config
  const [type, written] = [config.type.slice(0, at), config.type.slice(at + 1)]
  if (!/^[1-9]\d*$/.test(written)) {
    throw configError(`The metric "${config.type}" ends in @${written}, where a whole number of at least 1 is due, as in ${type}@5`)
  }
  const k = Number(written)
  if (config['k'] !== undefined && config['k'] !== k) {
    throw configError(`The metric "${config.type}" has k ${JSON.stringify(config['k'])} as well. Keep one of the two.`)
  }
  return { ...config, type, k }
}

/** `recall@1,3` as `recall@1` and `recall@3`; any other name alone. The numbers are checked when metrics are created. */
export function withCutoffs(written: string): readonly string[] {
  const [, name, cutoffs = ''] = /^([^@,]+)@([\d ]*(?:,[\d ]*)+)$/.exec(written) ?? []
  return name === undefined ? [written] : cutoffs.split(',').map((cutoff) => `${name}@${cutoff.trim()}`)
}
