import { createDirectRuntime } from '@assay/core'
import { scriptedAdapter, type ScriptedReply } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { singlePassAssessor, type SinglePassAssessorOptions } from './single-pass-assessor.ts'

const contexts = ['  ', 'The bridge was opened in 1904.', 'It stands in Orlenau.']
const reference = 'The bridge was opened in 1904 by Ida Morn.'
const judged = (text: string, supported: unknown, evidence: unknown = []) => ({ text, reason: 'r', evidence, supported })
const reply = (...claims: object[]): string => JSON.stringify({ claims })

async function assess(replies: ScriptedReply | readonly ScriptedReply[], options: Partial<SinglePassAssessorOptions> = {}) {
  const judge = scriptedAdapter(replies)
  const input = { reference, contexts, userInput: 'Who?', runtime: createDirectRuntime() }
  const found = await singlePassAssessor({ judge, ...options }).assess(input)
  return { ...found, calls: judge.calls }
}

describe('one call', () => {
  test('splits and judges: claims get their ids, verdicts their evidence', async () => {
    const quote = 'opened in 1904'
    const { claims, verdicts, calls } = await assess(
      reply(judged('The bridge was opened in 1904.', true, [{ context: 1, quote }]), judged('Ida Morn opened it.', false)),
    )
    expect(calls).toHaveLength(1)
    expect(calls[0]?.output?.name).toBe('claims_and_verdicts')
    expect(claims).toEqual([
      { id: 'c1', text: 'The bridge was opened in 1904.' },
      { id: 'c2', text: 'Ida Morn opened it.' },
    ])
    expect(verdicts).toEqual([
      {
        claim: 'c1',
        outcome: 'supported',
        decidedBy: 'scripted:scripted',
        reason: 'r',
        evidence: [{ context: 1, quote, verified: true, span: [15, 29] }],
      },
      { claim: 'c2', outcome: 'unsupported', decidedBy: 'scripted:scripted', reason: 'r', evidence: [] },
    ])
  })

  test('marks nothing for a cache, since no other reads its prompt', async () => {
    const { calls } = await assess(reply(judged('A b.', true)))
    expect(JSON.stringify(calls)).not.toContain('"cache"')
  })

  test('allows more output for a longer reference', async () => {
    const judge = scriptedAdapter(() => reply(judged('A b.', true)))
    for (const given of [reference, reference.repeat(10)]) {
      await singlePassAssessor({ judge }).assess({ reference: given, contexts, runtime: createDirectRuntime() })
    }
    const [few = 0, many = 0] = judge.calls.map(({ maxOutputTokens }) => maxOutputTokens)
    expect(many - few).toBe(3 * 9 * reference.length)
  })
})

describe('a reply that cannot be used', () => {
  test.each([
    ['prose', 'All claims are supported.', 'it is not JSON'],
    ['a verdict that is none', reply(judged('A b.', 'probably')), 'at claims[0].supported: got "probably", expected true or false'],
    [
      'a claim without a text',
      JSON.stringify({ claims: [{ supported: true }] }),
      'at claims[0].text: got nothing, expected the claim as text',
    ],
    ['claims without verdicts', JSON.stringify({ claims: ['A b.'] }), 'at claims[0]: got "A b.", expected an object'],
    ['one claim with two verdicts', reply(judged('A b.', true), judged('A b. ', false)), 'with two different verdicts'],
  ])('is called for once more, then fails: %s', async (_name, wrong, defect) => {
    await expect(assess([wrong, wrong])).rejects.toMatchObject({ kind: 'invalid_reply', message: expect.stringContaining(defect) })
    const { claims, repairs } = await assess([wrong, reply(judged('A b.', true))])
    expect(claims).toHaveLength(1)
    expect(repairs).toEqual([expect.stringContaining(defect)])
  })

  test('is one without claims, once; the second time there are none', async () => {
    const { claims, verdicts, calls } = await assess([reply(), reply(judged(' … ', true))])
    expect([claims, verdicts]).toEqual([[], []])
    expect(calls).toHaveLength(2)
  })
})

test('blank claims are left out, exact repeats are one, and both are said', async () => {
  const { claims, verdicts, repairs } = await assess(
    reply(judged('A b.', true), judged(' ', false), judged('A b.', true), judged('C d.', false)),
  )
  expect(claims.map(({ text }) => text)).toEqual(['A b.', 'C d.'])
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['supported', 'unsupported'])
  expect(repairs).toEqual(['claims: 2 of 4 were blank or repeated and left out'])
})

test('what may be read without changing its meaning is, and is recorded', async () => {
  const { verdicts, repairs } = await assess(JSON.stringify({ claims: [{ text: 'A b.', supported: 'Yes', mood: 1 }], note: 'x' }))
  expect(verdicts[0]).toMatchObject({ outcome: 'supported', reason: '', evidence: [] })
  expect(repairs).toEqual(
    expect.arrayContaining([
      'supported read from "Yes"',
      'absent reason read as ""',
      'absent evidence read as []',
      'unknown keys in claims ignored',
      'unknown keys beside claims ignored',
    ]),
  )
})

describe('options', () => {
  const invented = reply(judged('A b.', true, [{ context: 1, quote: 'words that stand nowhere' }]))

  test('requireQuote makes a claim without a verified quote unsupported', async () => {
    expect((await assess(invented)).verdicts[0]?.outcome).toBe('supported')
    expect((await assess(invented, { requireQuote: true })).verdicts[0]).toMatchObject({
      outcome: 'unsupported',
      reason: 'no_verified_quote',
    })
    const short = reply(judged('A b.', true, [{ context: 1, quote: 'opened in 1904' }]))
    expect((await assess(short, { requireQuote: true, minQuote: 20 })).verdicts[0]?.outcome).toBe('unsupported')
  })

  test('stand in signature and config', () => {
    const judge = scriptedAdapter('')
    expect(singlePassAssessor({ judge, requireQuote: true, minQuote: 20 })).toMatchObject({
      id: 'single-pass',
      signature: 'scripted:scripted',
      signatureOptions: [
        ['requireQuote', true],
        ['minQuote', 20],
      ],
      config: { type: 'single-pass', judge: judge.fingerprint, requireQuote: true, minQuote: 20 },
    })
    expect(() => singlePassAssessor({ judge, minQuote: 0 })).toThrow('singlePassAssessor: minQuote is 0')
  })

  test('a prompt and a language of the user’s reach the judge and change the hash', async () => {
    const prompt = { instruction: 'Split and judge, please.', version: 'mine' }
    const { calls } = await assess(reply(judged('A b.', true)), { prompt, language: 'de' })
    expect(calls[0]?.messages[0]?.parts[0]?.text).toContain('Split and judge, please.')
    expect(calls[0]?.messages[0]?.parts[0]?.text).toContain('German (de)')
    const judge = scriptedAdapter('')
    const hashes = [{}, { prompt }, { language: 'de' }].map((options) => singlePassAssessor({ judge, ...options }).promptHash)
    expect(new Set(hashes).size).toBe(3)
  })
})
