import { createDirectRuntime } from '@assay/core'
import { expect, test } from 'vitest'
import { sentenceExtractor } from './sentence-extractor.ts'

test('every sentence is one claim, and one that repeats is one still', async () => {
  const { claims } = await sentenceExtractor().extract({
    of: 'reference',
    text: 'Oslo is the capital of Norway. It lies on a fjord. Oslo is the capital of Norway.',
    runtime: createDirectRuntime(),
  })
  expect(claims).toEqual([
    { id: 'c1', text: 'Oslo is the capital of Norway.' },
    { id: 'c2', text: 'It lies on a fjord.' },
  ])
})
