import { configError, type EmbeddingAdapter, type SimilarityFn } from '@assay/core'
import type { EmbeddingOptions } from '@assay/options'
import { dashed, type Entries } from './entry.ts'
import { parted } from './judge-from.ts'
import { isPath, loadExport } from './load-export.ts'
import { meantBy } from './meant-by.ts'
import { isSimilarity } from './shapes.ts'
import { unknownName } from './unknown-name.ts'

/** @throws AssayError `config` naming what there is. */
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
  return entry.create(which, { embeddingFrom: (model) => embeddingFrom(model, options, providers, folder) })
}

async function embeddingFrom(
  id: string,
  options: EmbeddingOptions,
  providers: Entries['providers'],
  folder: string,
): Promise<EmbeddingAdapter> {
  const [name, model = ''] = parted(id)
  const embedding = providers.get(name)?.embedding
  if (embedding !== undefined && model !== '') return embedding(model, options, { folder })
  const able = Array.from(providers.values()).flatMap((entry) => (entry.embedding === undefined ? [] : [entry.name]))
  const fault = embedding === undefined ? `a provider (${able.join(', ')}) and a model` : 'a model'
  const meant = providers.has(name) ? undefined : meantBy(id, providers)
  const question = meant === undefined ? '' : ` Did you mean embedding:${meant}?`
  const message = `The similarity "embedding" needs ${fault}, as in embedding:openai:text-embedding-3-small.${question}`
  throw configError(message)
}
