import { AssayError, type EmbeddingAdapter, type SimilarityFn } from '@assay/core'
import { dashed, type Entries } from './entry.ts'
import { parted } from './judge-from.ts'
import { isPath, loadExport } from './load-export.ts'
import { isSimilarity } from './shapes.ts'
import { unknownName } from './unknown-name.ts'

/** @throws AssayError `config` naming what there is. */
export async function similarityFrom(id: string, { similarities, providers }: Entries, folder: string): Promise<SimilarityFn> {
  if (isPath(id)) return loadExport(id, { folder, what: 'a similarity function', is: isSimilarity })
  const [written, which] = parted(id)
  const name = dashed(written)
  const entry = similarities.get(name)
  if (entry === undefined) {
    const shown = (known: string): string => similarities.get(known)?.example ?? known
    throw unknownName({ what: 'similarity', written: id, name, known: [...similarities.keys()], shown })
  }
  return entry.create(which, { embeddingFrom: (model) => embeddingFrom(model, providers, 'The similarity "embedding"', 'embedding:') })
}

/** An embedding model by its id. `who` needs it, and writes ids behind `prefix`. @throws AssayError `config` */
export async function embeddingFrom(id: string, providers: Entries['providers'], who: string, prefix = ''): Promise<EmbeddingAdapter> {
  const [name, model = ''] = parted(id)
  const embedding = providers.get(name)?.embedding
  if (embedding !== undefined && model !== '') return embedding(model)
  const able = Array.from(providers.values()).flatMap((entry) => (entry.embedding === undefined ? [] : [entry.name]))
  const fault = embedding === undefined ? `a provider (${able.join(', ')}) and a model` : 'a model'
  throw new AssayError({ kind: 'config', message: `${who} needs ${fault}, as in ${prefix}openai:text-embedding-3-small` })
}
