import { describe, expect, it } from 'vitest'
import { renderCompositeSignature, renderSignature } from './signature.ts'

describe('a signature', () => {
  it('shows name, options and version, and leaves defaults out', () => {
    const parts = [
      ['strategy', 'batched'],
      ['judge', 'openai:gpt-5-mini'],
      ['votes', undefined],
      ['strict', true],
      ['threshold', 0.5],
    ] as const
    expect(renderSignature('context_recall', parts, '1')).toBe(
      'context_recall|strategy:batched|judge:openai%3Agpt-5-mini|strict:true|threshold:0.5|v1',
    )
  })

  it('is one line that can be parsed again, whatever a value contains', () => {
    const value = 'a|b:c%d;e(f)\n\t\u0000é😀'
    const signature = renderSignature('name', [['option', value]], '2')
    expect(signature).toBe('name|option:a%7Cb%3Ac%25d%3Be%28f%29%0A%09%00é😀|v2')
    expect(decodeURIComponent(signature.split('|')[1]?.split(':')[1] ?? '')).toBe(value)
  })

  it('takes a lone surrogate', () => {
    expect(renderSignature('a\ud800', [], '1')).toBe('a\ufffd|v1')
  })

  it('shows a value made from others with each of its parts encoded', () => {
    const votes = { name: 'votes', of: ['openai:x', 3] }
    expect(renderSignature('recall', [['judge', { name: 'cascade', of: ['a(b', votes] }]], '1')).toBe(
      'recall|judge:cascade(a%28b;votes(openai%3Ax;3))|v1',
    )
  })

  it('of a composite holds those of its parts', () => {
    expect(renderCompositeSignature('f1', ['a|v1', 'b|x:1|v2'])).toBe('f1(a|v1;b|x:1|v2)')
  })
})
