import { describe, expect, it } from 'vitest'
import { readContexts } from './context-text.ts'

class Document {
  readonly metadata = { source: 'a.md' }
  readonly #content: string
  constructor(content: string) {
    this.#content = content
  }
  get pageContent(): string {
    return this.#content
  }
}

describe('a list of contexts is read by its texts', () => {
  it('a list of texts is itself', () => {
    const list = ['a', '']
    const read = readContexts(list)
    expect('texts' in read && read.texts).toBe(list)
  })

  it.each([
    ['a Document of LangChain', { pageContent: 'a', metadata: { text: 'no' } }, 'pageContent'],
    ['one of LangChain in Python', { page_content: 'a', metadata: {}, type: 'Document' }, 'page_content'],
    ['an object of a class', new Document('a'), 'pageContent'],
    ['a chunk of Mastra', { text: 'a', metadata: { page: 1 } }, 'text'],
    ['an answer of a vector store of Mastra', { id: '1', score: 0.5, metadata: { text: 'a' } }, 'metadata.text'],
    ['a node of LlamaIndex', { id_: '1', text: 'a', metadata: {} }, 'text'],
    ['a node of LlamaIndex with its score', { node: { text: 'a' }, score: 0.5 }, 'node.text'],
    ['an object with content', { content: 'a' }, 'content'],
  ])('%s', (_what, document, path) => {
    expect(readContexts(['before', document])).toEqual({ texts: ['before', 'a'], path })
  })

  it('an empty text is one', () => {
    expect(readContexts([{ text: '' }])).toEqual({ texts: [''], path: 'text' })
  })

  it.each([[null], [undefined], [3], [['a']], [{}], [{ text: 3 }], [{ title: 'a' }], [{ node: 'a' }], [{ metadata: { title: 'a' } }]])(
    'what holds no text is found: %j',
    (item) => {
      expect(readContexts(['a', { text: 'b' }, item])).toEqual({ fault: 2 })
    },
  )
})
