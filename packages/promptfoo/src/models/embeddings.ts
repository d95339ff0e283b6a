import type { SimilarityFn } from '@assay/core'
import type { Reading } from '../reading/reading.ts'
import type { Assertion, TestCase } from '../tests/test-case.ts'
import { embeddingProvider } from './graders.ts'
import { modelConfigOf } from './provider-config.ts'

const STANDARD = 'openai:text-embedding-3-large'

export type EmbeddingOptions = {
  readonly similarityFrom: (id: string) => Promise<SimilarityFn>
  readonly reading: Reading
}

/** The embeddings that are named nearest to an assertion, else those of promptfoo. @throws AssayError `config` */
export function similarityOf(
  { fields, source }: Assertion,
  test: TestCase,
  { similarityFrom, reading }: EmbeddingOptions,
): Promise<SimilarityFn> {
  const given = fields.provider ?? undefined
  const own = given === undefined ? undefined : { value: embeddingProvider(given) ?? given, source: source.at(['provider']) }
  const ofTest = test.provider === undefined ? undefined : embeddingProvider(test.provider.value)
  const named = own ?? (ofTest === undefined ? undefined : { value: ofTest, source: test.source })
  if (named === undefined) {
    reading.notes.add(`no embeddings are named for ${fields.type}: ${STANDARD} is asked, as in promptfoo`, source.place(['type']))
    return similarityFrom(`embedding:${STANDARD}`)
  }
  const { id, ...options } = named.source.located(() =>
    modelConfigOf(named.value, reading, (what) => reading.notes.add(what, named.source.place()), 'embeddings'),
  )
  if (Object.keys(options).length > 0)
    throw named.source.fault(`embeddings take no options here (${Object.keys(options).join(', ')}). Name the model alone.`)
  return similarityFrom(`embedding:${id}`)
}
