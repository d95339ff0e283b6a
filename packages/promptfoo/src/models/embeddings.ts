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

/** The similarity by embeddings. @throws AssayError `config` */
export function similarityOf(assertion: Assertion, test: TestCase, { similarityFrom, reading }: EmbeddingOptions): Promise<SimilarityFn> {
  return similarityFrom(`embedding:${embeddingOf(assertion, test, reading, { isAlone: true })}`)
}

/**
 * The embedding model of an assertion: the nearest one in the configuration, else promptfoo's default.
 * @param o `isAlone`: the assertion uses no other model, so its provider need not name it as `embedding`.
 * @throws AssayError `config`
 */
export function embeddingOf({ fields, source }: Assertion, test: TestCase, reading: Reading, o: { readonly isAlone: boolean }): string {
  const given = fields.provider ?? undefined
  const value = given === undefined ? undefined : (embeddingProvider(given) ?? (o.isAlone ? given : undefined))
  const own = value === undefined ? undefined : { value, source: source.at(['provider']) }
  const ofTest = test.provider === undefined ? undefined : embeddingProvider(test.provider.value)
  const named = own ?? (ofTest === undefined ? undefined : { value: ofTest, source: test.source })
  if (named === undefined) {
    reading.notes.add(`no embeddings are named for ${fields.type}: ${STANDARD} is used, as in promptfoo`, source.place(['type']))
    return STANDARD
  }
  const { id, ...options } = named.source.located(() =>
    modelConfigOf(named.value, reading, (what) => reading.notes.add(what, named.source.place()), 'embeddings'),
  )
  if (Object.keys(options).length > 0)
    throw named.source.fault(`embeddings take no options here (${Object.keys(options).join(', ')}). Name the model alone.`)
  return id
}
