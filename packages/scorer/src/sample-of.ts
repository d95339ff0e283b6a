import { type AnyMetric, AssayError, fieldsRead, type GivenSample, readContexts, type SampleField } from '@assay/core'
import type { ScorerArgs } from './scorer-args.ts'

/** @throws AssayError `data` where a part, or a field in it, that the metric reads is of no shape that a sample has. */
export function sampleOf(args: ScorerArgs, metric: Pick<AnyMetric, 'needs' | 'reads'>): GivenSample {
  const { input, output, expected, context } = args
  const read: ReadonlySet<SampleField> = new Set(fieldsRead([metric]))
  const readsIds = metric.needs.includes('retrievedContextIds')
  return {
    ...fieldsIn(args, ''),
    ...part('input', input, { text: 'userInput' }),
    ...part('expected', expected, { text: 'reference', list: readsIds ? 'referenceContextIds' : 'referenceContexts' }),
    ...part('output', output, { text: 'response', list: readsIds ? 'retrievedContextIds' : 'retrievedContexts' }),
    ...part('context', typeof context === 'string' ? [context] : context, { list: 'retrievedContexts' }),
  }

  function part(name: string, value: unknown, { text, list }: Meant): GivenSample {
    if (value === undefined || value === null) return {}
    if (typeof value === 'string' && text !== undefined) return { [text]: value }
    if (Array.isArray(value) && list !== undefined) return field(list, value, name)
    if (typeof value === 'object' && !Array.isArray(value)) return fieldsIn(value, `${name}.`)
    if (![text, list].some((meant) => meant !== undefined && read.has(meant))) return {}
    const what = Array.isArray(value) ? 'a list' : `a ${typeof value}`
    throw dataError(`${name} is ${what}, and there is no field of a sample that it could be. Say what it is by the option "sample".`)
  }

  /** Only what a sample has: what else stands there is the host's or the user's own. */
  function fieldsIn(value: object, prefix: string): GivenSample {
    const sample: GivenSample = {}
    for (const name of FIELDS) {
      if (Object.hasOwn(value, name)) Object.assign(sample, field(name, Reflect.get(value, name), `${prefix}${name}`))
    }
    return sample
  }

  function field(name: SampleField, value: unknown, place: string): GivenSample {
    if (value === undefined || value === null) return {}
    const { isFit, what } = SHAPES[name]
    if (isFit(value)) return { [name]: value }
    if (!read.has(name)) return {}
    throw dataError(`${place} must be ${what}.`)
  }
}

type Meant = { readonly text?: SampleField; readonly list?: SampleField }

const text = { isFit: (value: unknown) => typeof value === 'string', what: 'a text' }
const contexts = {
  isFit: (value: unknown) => Array.isArray(value) && 'texts' in readContexts(value),
  what: 'a list of texts, or of documents with their text as pageContent, text or content',
}
const ids = { isFit: listOf('string', 'number', 'bigint'), what: 'a list of ids (texts or numbers)' }

const SHAPES: Record<SampleField, { readonly isFit: (value: unknown) => boolean; readonly what: string }> = {
  id: text,
  userInput: text,
  retrievedContexts: contexts,
  reference: text,
  referenceContexts: contexts,
  retrievedContextIds: ids,
  referenceContextIds: ids,
  referenceContextGrades: { isFit: listOf('number'), what: 'a list of numbers' },
  response: text,
  cluster: text,
  metadata: { isFit: (value) => typeof value === 'object' && !Array.isArray(value), what: 'an object' },
}

const FIELDS = Object.keys(SHAPES).filter(isField)

function isField(name: string): name is SampleField {
  return Object.hasOwn(SHAPES, name)
}

function listOf(...types: string[]): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every((item) => types.includes(typeof item))
}

function dataError(message: string): AssayError {
  return new AssayError({ kind: 'data', message })
}
