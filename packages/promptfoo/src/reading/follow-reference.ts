import { isRecord } from '@assay/core'
import type { Written } from './source.ts'

/** A chain of references longer than this leads in a circle. */
const MOST_STEPS = 20

/**
 * What `{ $ref: '#/assertionTemplates/x' }` stands for, with what else is written beside it over it, as in promptfoo. Anything else is
 * itself.
 * @throws AssayError `config` where it stands for nothing, is in another file, or leads in a circle.
 */
export function followed(written: Written): Written {
  let { value, source } = written
  /** What stands beside each reference, the first one over the others. */
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
  // Faults are told where the reference stands: what is written over it is there.
  return { value: { ...value, ...above }, source: written.source }
}
