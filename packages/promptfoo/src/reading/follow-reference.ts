import { isRecord } from '@assay/core'
import type { Written } from './source.ts'

/** A longer chain of references is circular. */
const MOST_STEPS = 20

/**
 * Resolves `{ $ref: '#/assertionTemplates/x' }`; its other keys override those of the target, as in promptfoo. Any other value is returned
 * as it is.
 * @throws AssayError `config` if the target does not exist or is in another file, or the reference is circular.
 */
export function followed(written: Written): Written {
  let { value, source } = written
  /** The other keys of each reference; the first ones override the rest. */
  const beside: Readonly<Record<string, unknown>>[] = []
  for (let step = 0; isRecord(value) && '$ref' in value; step += 1) {
    const { $ref: reference, ...others } = value
    if (typeof reference !== 'string') throw source.fault('a $ref is a text, as #/assertionTemplates/name.', ['$ref'])
    if (!reference.startsWith('#/'))
      throw source.fault(`${reference}: a $ref stands for a part of the same file, as #/assertionTemplates/name.`, ['$ref'])
    if (step === MOST_STEPS) throw source.fault(`${reference} leads in a circle.`, ['$ref'])
    const found = source.follow(reference)
    if (found === undefined) throw source.fault(`${reference} stands for nothing in ${source.file}.`, ['$ref'])
    beside.unshift(others)
    value = found.value
    source = found.source
  }
  const above = Object.assign({}, ...beside)
  if (Object.keys(above).length === 0) return { value, source }
  if (!isRecord(value)) throw written.source.fault('what stands beside a $ref can only be put over a map.')
  // Faults are reported at the reference, where the overriding keys are.
  return { value: { ...value, ...above }, source: written.source }
}
