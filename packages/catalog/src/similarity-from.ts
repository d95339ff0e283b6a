import { configError, type EmbeddingAdapter, type SimilarityFn } from '@assay/core'
import type { EmbeddingOptions } from '@assay/options'
import { dashed, type Entries } from './entry.ts'
import { parted } from './judge-from.ts'
import { isPath, loadExport } from './load-export.ts'
import { meantBy } from './meant-by.ts'
import { isSimilarity } from './shapes.ts'
import { unknownName } from './unknown-name.ts'

/** @throws AssayError `config` listing the known ones. */
export async function similarityFrom(
  id: string,
  options: EmbeddingOptions,
  { similarities, providers }: Entries,
  folder: string,
): Promise<SimilarityFn> {
  if (isPath(id)) return loadExport(id, { folder, what: 'a similarity function', is: isSimilarity })
  const [written, which] = parted(id)
  const name = dashed(written)
  const entry = similarities.get(name)
  if (entry === undefined) {
    const shown = (known: string): string => similarities.get(known)?.example ?? known
    throw unknownName({ what: 'similarity', written: id, name, known: [...similarities.keys()], shown })
  }
  return entry.create(which, {
    embeddingFrom: (model) =>
      embeddingFrom(model, { providers, folder, options, neededBy: 'The similarity "embedding"', prefix: 'embedding:' }),
  })
}

type EmbeddingGiven = {
  readonly providers: Entries['providers']
  readonly folder: string
  readonly options?: EmbeddingOptions
  /** What needs the model, for the message. */
  readonly neededBy: string
  /** The prefix of ids in written form. */
  readonly prefix?: string
}

/** An embedding model by its id. @throws AssayError `config` for an unknown one. */
export async function embeddingFrom(
  id: string,
  { providers, folder, options = {}, neededBy, prefix = '' }: EmbeddingGiven,
): Promise<EmbeddingAdapter> {
  const [name, model = ''] = parted(id)
  const embedding = providers.get(name)?.embedding
  if (embedding !== undefined && model !== '') return embedding(model, options, { folder })
  const able = Array.from(providers.values()).flatMap((entry) => (entry.embedding === undefined ? [] : [entry.name]))
  const fault = embedding === undefined ? `a provider (${able.join(', ')}) and a model` : 'a model'
  const meant = providers.has(name) ? undefined : meantBy(id, providers)
  const question = meant === undefined ? '' : ` Did you mean ${prefix}${meant}?`
  throw configError(`${neededBy} needs ${fault}, as in ${prefix}openai:text-embedding-3-small.${question}`)
}
