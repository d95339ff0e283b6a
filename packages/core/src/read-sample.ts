import { AssayError } from './assay-error.ts'
import { type ContextLike, readContexts } from './context-text.ts'
import type { Sample, SampleField } from './sample.ts'

export type ContextField = 'retrievedContexts' | 'referenceContexts'
type TextField = 'userInput' | 'reference' | 'response'

/** A sample as it is passed for scoring: its contexts may be a retriever's documents. */
export type GivenSample = Omit<Sample, ContextField> & { readonly [Field in ContextField]?: readonly ContextLike[] | undefined }

/**
 * The sample with these fields as metrics read them: contexts that are documents become their texts. Missing fields stay missing. Returns
 * the sample itself if nothing changes.
 * @throws AssayError `data` naming row and field if a field holds something other than texts.
 */
export function readSample(sample: GivenSample, fields: readonly SampleField[]): Sample {
  for (const field of fields) {
    if (sample[field] === undefined || sample[field] === null) continue
    if (field === 'retrievedContexts' || field === 'referenceContexts') contextsOf(sample, field)
    else if (field === 'userInput' || field === 'reference' || field === 'response') textOf(sample, field)
  }
  return withContextTexts(sample).sample
}

/**
 * The sample with the texts of its documents, for display: unreadable values stay unchanged. `path` is where the first document holds its
 * text, as in `pageContent`; absent if there were only texts.
 */
export function withContextTexts(sample: GivenSample): { readonly sample: Sample; readonly path?: string } {
  const texts: { [Field in ContextField]?: readonly string[] } = {}
  let path: string | undefined
  for (const field of CONTEXT_FIELDS) {
    const list: unknown = sample[field]
    const read = Array.isArray(list) ? readContexts(list) : undefined
    if (read === undefined || !('texts' in read) || read.path === undefined) continue
    path ??= read.path
    texts[field] = read.texts
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every reader refuses values that are no text
  return path === undefined ? { sample: sample as Sample } : { sample: { ...sample, ...texts } as Sample, path }
}

const CONTEXT_FIELDS: readonly ContextField[] = ['retrievedContexts', 'referenceContexts']

/** @throws AssayError `data` if the field holds no text. */
export function textOf(sample: GivenSample, field: TextField): string {
  const value: unknown = sample[field]
  if (typeof value === 'string') return value
  throw fault(sample, field, value, 'a text is due. Give the text itself')
}

/**
 * The texts of a list of contexts; the list itself if all items are texts.
 * @throws AssayError `data` if the field holds no list, or an item has no text.
 */
export function contextsOf(sample: GivenSample, field: ContextField): readonly string[] {
  const list: unknown = sample[field]
  if (!Array.isArray(list)) throw fault(sample, field, list, 'a list of texts is due. Put the text in a list, as in ["…"]')
  const read = readContexts(list)
  if ('texts' in read) return read.texts
  throw fault(sample, `${field}[${read.fault}]`, list[read.fault], CONTEXT_DUE)
}

const CONTEXT_DUE = 'a context is due: a text, or an object with its text as pageContent, text or content'

function fault({ id }: GivenSample, place: string, value: unknown, due: string): AssayError {
  const row = id === undefined || id === null ? 'This row' : `Row ${JSON.stringify(id)}`
  return new AssayError({ kind: 'data', message: `${row}: ${place} is ${kindOf(value)} where ${due}.` })
}

const SHOWN_KEYS = 5

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return value === null ? 'null' : 'missing'
  if (typeof value === 'string') return 'one text'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `the ${typeof value} ${value}`
  if (typeof value !== 'object') return `a ${typeof value}`
  const keys = Object.keys(value)
    .slice(0, SHOWN_KEYS)
    .map((key) => JSON.stringify(key.slice(0, 40)))
  return keys.length === 0 ? 'an object without fields' : `an object that holds ${keys.join(', ')}`
}
