import { type AnyMetric, type AssayError, configError } from '@assay/core'

export type CompositeOptions = {
  /** Tells two metrics of one type apart in a run. */
  readonly name?: string | undefined
}

/** @throws AssayError `config` for a blank name. */
export function compositeName(label: string, name: string): string {
  if (typeof name === 'string' && name.trim() !== '') return name
  throw compositeError(label, 'the name is blank. Give it one, or leave the option out')
}

/** @throws AssayError `config` without parts, for a value that is not a metric, and for parts with different directions. */
export function checkParts(label: string, parts: readonly AnyMetric[]): void {
  if (parts.length === 0) throw compositeError(label, 'it is made of no metric. Name at least one')
  for (const [index, part] of parts.entries()) {
    if (typeof part?.score !== 'function')
      throw compositeError(label, `part ${index + 1} is no metric. Pass what a factory or metricFrom gives`)
  }
  const [first] = parts
  const other = parts.find(({ direction }) => direction !== first?.direction)
  if (other !== undefined)
    throw compositeError(label, `${first?.name} is to ${first?.direction}, ${other.name} to ${other.direction}: they make no one number`)
}

export function compositeError(label: string, fault: string): AssayError {
  return configError(`${label}: ${fault}.`)
}
