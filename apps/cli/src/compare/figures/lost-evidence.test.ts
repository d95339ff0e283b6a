import { describe, expect, test } from 'vitest'
import { lostEvidence } from './lost-evidence.ts'

const judged = (claims: Record<string, 'supported' | 'unsupported' | 'undecided'>): unknown => ({
  claims: Object.keys(claims).map((text, index) => ({ id: `c${index + 1}`, text })),
  verdicts: Object.values(claims).map((outcome, index) => ({ claim: `c${index + 1}`, outcome })),
})

describe('what a row lost', () => {
  test('claims supported in A and not in B, matched by their text', () => {
    const before = judged({ one: 'supported', two: 'supported', three: 'unsupported' })
    expect(lostEvidence(before, judged({ three: 'supported', two: 'supported', one: 'unsupported' }))).toEqual([
      { kind: 'claim', text: 'one' },
    ])
  })

  test('a claim that B never asked is lost with that remark', () => {
    expect(lostEvidence(judged({ one: 'supported' }), judged({ uno: 'supported' }))).toEqual([
      { kind: 'claim', text: 'one', isNotAsked: true },
    ])
  })

  test('a claim that a screen left open in A and holds for unsupported in B, and the other way round what is still open', () => {
    const before = judged({ open: 'undecided', still: 'undecided', one: 'supported' })
    expect(lostEvidence(before, judged({ open: 'unsupported', still: 'undecided', one: 'undecided' }))).toEqual([
      { kind: 'claim', text: 'one' },
      { kind: 'claim', text: 'open', wasUndecided: true },
    ])
  })

  test('where B retrieved nothing, no claim was looked for, and all are lost plainly', () => {
    expect(lostEvidence(judged({ one: 'supported' }), { claims: [], verdicts: [] })).toEqual([{ kind: 'claim', text: 'one' }])
  })

  test('ids that were found, and reference contexts that were matched', () => {
    expect(lostEvidence({ found: ['a', 'b'] }, { found: ['b'], missing: ['a'] })).toEqual([{ kind: 'id', text: 'a' }])
    const contexts = (...matched: boolean[]): unknown => ({ contexts: matched.map((isMatched, index) => ({ index, matched: isMatched })) })
    expect(lostEvidence(contexts(true, true, false), contexts(true, false, false))).toEqual([
      { kind: 'reference context', text: 'number 2' },
    ])
  })

  test('details of any other form lose nothing', () => {
    expect(lostEvidence(undefined, { found: [] })).toEqual([])
    expect(lostEvidence({ found: 'all', verdicts: 3 }, null)).toEqual([])
  })
})
