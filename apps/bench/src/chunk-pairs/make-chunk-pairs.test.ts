import { describe, expect, test } from 'vitest'
import { makeChunkPairs } from './make-chunk-pairs.ts'
import { readCorpus, readQuestions } from './read-questions.ts'

const pairs = makeChunkPairs(readQuestions(), readCorpus())

describe('pairs made of CLAP NQ', () => {
  test('each of the 150 questions gives one chunk by each change, and the passages that are not the reference', () => {
    const count = Object.groupBy(pairs, ({ kind }) => kind)
    expect(Object.entries(count).map(([kind, list]) => [kind, list?.length])).toEqual([
      ['shifted', 150],
      ['half', 150],
      ['joined', 150],
      ['noise', 150],
      ['other', 309],
    ])
  })

  test('no other passage is the reference under another number, nor another edition of it', () => {
    const [text, edition, other] = [
      'The wall stood in Berlin from 1961 to 1989. It was built by the GDR, and cut the city in two.',
      ' and fell.',
      'Snow.',
    ]
    const corpus = [text, text.replaceAll(' ', '\n'), text + edition, other].map((of, at) => ({ id: String(at), text: of }))
    const made = makeChunkPairs([{ id: 'q', reference: corpus[0]!, hits: corpus }], corpus)
    expect(made.flatMap(({ kind, retrieved }) => (kind === 'other' ? [retrieved] : []))).toEqual([other])
  })

  test('a joined chunk contains the passage, half a chunk is part of it, and noise changes white space and case only', () => {
    for (const { kind, reference, retrieved } of pairs) {
      if (kind === 'joined') expect(retrieved).toContain(reference.trim())
      if (kind === 'half') expect(reference).toContain(retrieved)
      if (kind === 'noise') expect(retrieved.toLowerCase().split(/\s+/)).toEqual(reference.trim().toLowerCase().split(/\s+/))
    }
  })

  test('are the same every time', () => {
    expect(makeChunkPairs(readQuestions(), readCorpus())).toEqual(pairs)
  })
})

test('a window moves on by a quarter, into the neighbour', () => {
  const corpus = [
    { id: 'a', text: 'one two three four five six seven eight' },
    { id: 'b', text: 'uno dos tres cuatro cinco' },
  ]
  const [reference] = corpus
  const [shifted] = makeChunkPairs([{ id: 'q', reference: reference!, hits: corpus }], corpus)
  expect(shifted).toMatchObject({ kind: 'shifted', retrieved: 'four five six seven eight uno dos tres cuatro' })
  expect(shifted?.row).toEqual([reference?.text, shifted?.retrieved, corpus[1]?.text])
})

test('a reference that the corpus does not hold is said', () => {
  expect(() => makeChunkPairs([{ id: 'q', reference: { id: 'x', text: 'x' }, hits: [] }], [])).toThrow(
    /question q: the corpus holds no passage x/,
  )
})
