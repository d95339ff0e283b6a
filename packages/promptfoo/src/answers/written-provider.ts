import { isRecord } from '@assay/core'
import { type Reading, readDocument } from '../reading/reading.ts'
import type { Source, Written } from '../reading/source.ts'
import { isCode } from '../reading/trusted-code.ts'
import { filesNamed } from '../tests/file-patterns.ts'

/** A provider as a configuration names it. */
export type WrittenProvider = Written & {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  /** The names that tests use for it. */
  readonly names: readonly string[]
  /** The prompts that it is for; all where undefined. */
  readonly prompts: readonly string[] | undefined
}

/** One provider, a list of them, or a file that holds either. @throws AssayError `config` for a value that is not a provider. */
export function writtenProviders({ value, source }: Written, reading: Reading): WrittenProvider[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return list.flatMap((one, index) => providersNamed({ value: one, source: Array.isArray(value) ? source.at([index]) : source }, reading))
}

function providersNamed(written: Written, reading: Reading): WrittenProvider[] {
  const { value, source } = written
  if (typeof value !== 'string' || !/^file:\/\/.*\.(?:ya?ml|json)$/i.test(value)) return [providerOf(written)]
  return filesNamed(value, source, reading).flatMap((file) => {
    const { value: inside, source: at } = source.located(() => readDocument(reading, file))
    return Array.isArray(inside)
      ? inside.map((one: unknown, index) => providerOf({ value: one, source: at.at([index]) }))
      : [providerOf({ value: inside, source: at })]
  })
}

function providerOf({ value, source }: Written): WrittenProvider {
  const fields = fieldsOf(value, source)
  const { id, label, prompts } = fields
  return {
    value,
    source,
    id,
    fields,
    names: [id, ...(typeof label === 'string' ? [label] : [])],
    prompts: Array.isArray(prompts) ? prompts.filter((one) => typeof one === 'string') : undefined,
  }
}

type Fields = Readonly<Record<string, unknown>> & { readonly id: string }

/** Also `{ 'openai:gpt-4.1': { config: … } }`, with the id as key. An instance in a configuration in code returns its own id. */
function fieldsOf(written: unknown, source: Source): Fields {
  if (typeof written === 'string') return { id: written }
  if (isCode(written)) return { id: written.name === '' ? 'function' : written.name }
  if (isRecord(written)) {
    const { id } = written
    if (typeof id === 'string') return { ...written, id }
    if (isCode(id)) return { ...written, id: String(Reflect.apply(id, written, [])) }
    const [only, ...others] = Object.entries(written)
    if (id === undefined && only !== undefined && others.length === 0) {
      const [name, value] = only
      return isRecord(value) ? { id: name, ...value } : { id: name }
    }
  }
  throw source.fault('a provider is a text as openai:gpt-4.1, or an object with an id.')
}
