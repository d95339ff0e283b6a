import { describe, expect, test } from 'vitest'
import { evidenceChanges, evidenceOf } from './row-evidence.ts'

type Outcome = 'supported' | 'unsupported' | 'undecided'
/** Outcomes by the claim's text; a number is the probability of an undecided one. */
const judged = (claims: Record<string, Outcome | number>): unknown => ({
  claims: Object.keys(claims).map((text, index) => ({ id: `c${index + 1}`, text })),
  verdicts: Object.values(claims).map((said, index) => {
    const claim = `c${index + 1}`
    return typeof said === 'number' ? { claim, outcome: 'undecided', probability: said } : { claim, outcome: said, probability: 0.9 }
  }),
})
const lostEvidence = (before: unknown, after: unknown) => evidenceChanges(evidenceOf(before), evidenceOf(after)).lost
const lost = (before: Record<string, Outcome | number>, after: Record<string, Outcome | number>) =>
  lostEvidence(judged(before), judged(after))

describe('what a row lost', () => {
  test('claims supported in A and not in B, matched by their text', () => {
    const [before, after] = [
      { one: 'supported', two: 'supported', three: 'unsupported' },
      { three: 'supported', two: 'supported', one: 'unsupported' },
    ] as const
    expect(lost(before, after)).toEqual([{ kind: 'claim', text: 'one', a: { outcome: 'supported' }, b: { outcome: 'unsupported' } }])
  })

  test('a claim that B never asked says so', () => {
    expect(lost({ one: 'supported' }, { uno: 'supported' })).toEqual([
      { kind: 'claim', text: 'one', a: { outcome: 'supported' }, b: { outcome: 'not_asked' } },
    ])
  })

  test('claims that a screen left open stand between supported and unsupported, by their probability, on both sides', () => {
    const before = { one: 'supported', open: 0.8, likely: 0.8, less: 0.3, bare: 'undecided', rising: 0.2 } as const
    const after = { one: 0.7, open: 'unsupported', likely: 0.2, less: 0.3, bare: 'undecided', rising: 'supported' } as const
    expect(lost(before, after)).toEqual([
      { kind: 'claim', text: 'one', a: { outcome: 'supported' }, b: { outcome: 'undecided', probability: 0.7 } },
      { kind: 'claim', text: 'open', a: { outcome: 'undecided', probability: 0.8 }, b: { outcome: 'unsupported' } },
      { kind: 'claim', text: 'likely', a: { outcome: 'undecided', probability: 0.8 }, b: { outcome: 'undecided', probability: 0.2 } },
    ])
  })

  test('where B retrieved nothing, no claim was looked for', () => {
    expect(lostEvidence(judged({ one: 'supported', no: 'unsupported' }), { claims: [], verdicts: [] })).toEqual([
      { kind: 'claim', text: 'one', a: { outcome: 'supported' }, b: { outcome: 'not_looked_for' } },
    ])
  })

  test('ids that were found, and reference contexts that were matched', () => {
    expect(lostEvidence({ found: ['a', 'b'] }, { found: ['b'], missing: ['a'] })).toEqual([{ kind: 'id', text: 'a' }])
    const contexts = (...matched: boolean[]): unknown => ({ contexts: matched.map((isMatched, index) => ({ index, matched: isMatched })) })
    expect(lostEvidence(contexts(true, true, false), contexts(true, false, false))).toEqual([
      { kind: 'reference context', text: 'number 2' },
    ])
  })

  test('a lost reference context is shown by its beginning where the report of B has it', () => {
    const before = { contexts: [{ index: 3, matched: true }] }
    const after = { contexts: [{ index: 3, matched: false, beginning: ' The rivet\n was  made …' }] }
    expect(lostEvidence(before, after)).toEqual([{ kind: 'reference context', text: 'number 4: The rivet was made …' }])
  })

  test('details of any other form lose nothing', () => {
    expect(lostEvidence(undefined, { found: [] })).toEqual([])
    expect(lostEvidence({ found: 'all', verdicts: 3 }, null)).toEqual([])
  })
})

describe('what a row gained', () => {
  const gainedEvidence = (before: unknown, after: unknown) => evidenceChanges(evidenceOf(before), evidenceOf(after)).gained

  test('claims that stand better in B, with their states in A and in B', () => {
    expect(gainedEvidence(judged({ one: 'unsupported', two: 0.2 }), judged({ one: 'supported', two: 0.8, three: 'supported' }))).toEqual([
      { kind: 'claim', text: 'one', a: { outcome: 'unsupported' }, b: { outcome: 'supported' } },
      { kind: 'claim', text: 'two', a: { outcome: 'undecided', probability: 0.2 }, b: { outcome: 'undecided', probability: 0.8 } },
      { kind: 'claim', text: 'three', a: { outcome: 'not_asked' }, b: { outcome: 'supported' } },
    ])
  })

  test('ids found in B alone, and reference contexts matched in B alone, by their beginning where A has it', () => {
    expect(gainedEvidence({ found: ['a'] }, { found: ['a', 'b'] })).toEqual([{ kind: 'id', text: 'b' }])
    const before = { contexts: [{ index: 1, matched: false, beginning: 'The rivet' }] }
    expect(gainedEvidence(before, { contexts: [{ index: 1, matched: true }] })).toEqual([
      { kind: 'reference context', text: 'number 2: The rivet' },
    ])
  })
})
