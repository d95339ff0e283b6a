import { AssayError, createDirectRuntime, type LLMCall, meterRuntime } from '@assay/core'
import { scriptedAdapter, type ScriptedReply } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { votes } from '../votes/votes.ts'
import { llmClaimRelevance } from './llm-claim-relevance.ts'
import { llmSentenceRelevance } from './llm-sentence-relevance.ts'
import { llmUsefulness } from './llm-usefulness.ts'

const idsIn = (call: LLMCall): string[] =>
  [...(call.messages[1]?.parts[0]?.text ?? '').matchAll(/<(?:passage|claim|sentence)-\w+ id="(\w+)"/g)].map(([, id = '']) => id)
const textOf = (call: LLMCall | undefined): string => call?.messages[1]?.parts[0]?.text ?? ''
const passages = ['Ida Morn of Wendt led the work.', 'Fish are sold here.', 'It was opened in 1904.'].map((text, at) => ({
  id: `k${at + 1}`,
  text,
}))

/** Says yes where a passage speaks of the work, and quotes its first words. */
const reader = (tell?: (call: LLMCall, index: number) => ScriptedReply | undefined, options?: Parameters<typeof scriptedAdapter>[1]) =>
  scriptedAdapter((call, index) => {
    const shown = [...textOf(call).matchAll(/<passage-\w+ id="(\w+)">\n([^]*?)\n<\/passage/g)]
    const reply = shown.map(([, passage = '', text = '']) => ({
      passage,
      reason: 'r',
      quote: text.slice(0, 15),
      useful: text.includes('work'),
    }))
    return tell?.(call, index) ?? JSON.stringify({ passages: reply })
  }, options)

async function verify(verifier: ClaimVerifier, input: Partial<Parameters<ClaimVerifier['verify']>[0]> = {}) {
  const { verdicts, repairs } = await verifier.verify({
    claims: passages,
    contexts: ['Ida Morn did.'],
    userInput: 'Who built it?',
    runtime: createDirectRuntime(),
    ...input,
  })
  return { outcomes: verdicts.map(({ claim, outcome }) => [claim, outcome === 'supported']), verdicts, repairs }
}

describe('usefulness', () => {
  test('makes a call for each passage, without its place', async () => {
    const judge = reader()
    const { outcomes } = await verify(llmUsefulness({ judge }))
    expect(outcomes).toEqual([
      ['k1', true],
      ['k2', false],
      ['k3', false],
    ])
    expect(judge.calls.map(idsIn)).toEqual([['k1'], ['k1'], ['k1']])
    const reversed = reader()
    await verify(llmUsefulness({ judge: reversed }), { claims: passages.toReversed() })
    const textsOf = (calls: readonly LLMCall[]) => calls.map((call) => JSON.stringify(call)).sort()
    expect(textsOf(reversed.calls)).toEqual(textsOf(judge.calls))
  })

  test('makes one call for all with strategy batched', async () => {
    const judge = reader()
    const { outcomes } = await verify(llmUsefulness({ judge, strategy: 'batched' }))
    expect(outcomes.map(([, useful]) => useful)).toEqual([true, false, false])
    expect(judge.calls.map(idsIn)).toEqual([['k1', 'k2', 'k3']])
  })

  test('shows question and answer, or neither where there is none', async () => {
    const judge = reader()
    await verify(llmUsefulness({ judge, strategy: 'batched' }), { contexts: [], userInput: ' ' })
    await verify(llmUsefulness({ judge, strategy: 'batched' }))
    expect(textOf(judge.calls[0])).not.toMatch(/<(?:question|answer)-/)
    expect(textOf(judge.calls[1])).toMatch(/^<question-\w+>\nWho built it\?\n.*\n<answer-\w+>\nIda Morn did\.\n/)
  })

  test('looks the quote up in its own passage', async () => {
    const { verdicts } = await verify(llmUsefulness({ judge: reader() }))
    expect(verdicts.map(({ evidence }) => evidence)).toEqual([
      [{ context: 0, quote: 'Ida Morn of Wen', verified: true, span: [0, 15] }],
      [{ context: 0, quote: 'Fish are sold h', verified: true, span: [0, 15] }],
      [{ context: 0, quote: 'It was opened i', verified: true, span: [0, 15] }],
    ])
    const foreign = scriptedAdapter('{"passages":[{"passage":"k1","reason":"r","quote":"Nowhere to be found","useful":true}]}')
    const loose = await verify(llmUsefulness({ judge: foreign }))
    expect(loose.verdicts[0]).toMatchObject({ outcome: 'supported', evidence: [{ verified: false }] })
    const strict = await verify(llmUsefulness({ judge: foreign, requireQuote: true }))
    expect(strict.verdicts[0]).toMatchObject({ outcome: 'unsupported', reason: 'no_verified_quote' })
  })

  test('has a missing verdict named once, and then fails', async () => {
    const short = '{"passages":[{"passage":"k1","reason":"r","quote":"","useful":true}]}'
    const judge = reader((_call, index) => (index === 0 ? short : undefined))
    const { outcomes, repairs } = await verify(llmUsefulness({ judge, strategy: 'batched' }))
    expect(outcomes).toHaveLength(3)
    expect(repairs).toEqual([
      'passages: requested again, since the reply could not be used: it holds no verdict for k2, k3 (3 asked, 1 verdicts)',
    ])
    await expect(verify(llmUsefulness({ judge: scriptedAdapter(short), strategy: 'batched' }))).rejects.toMatchObject({
      kind: 'invalid_reply',
    })
  })

  test('fails by the first passage that fails, after all were called', async () => {
    const judge = reader((call) =>
      textOf(call).includes('Fish')
        ? new AssayError({ kind: 'content_filter', message: 'fish' })
        : textOf(call).includes('1904')
          ? new AssayError({ kind: 'refused', message: 'year' })
          : undefined,
    )
    await expect(verify(llmUsefulness({ judge }))).rejects.toMatchObject({ kind: 'content_filter' })
    expect(judge.calls).toHaveLength(3)
  })

  test('is wrapped by votes as verdicts on claims are', async () => {
    const judge = reader((call, index) =>
      index % 3 === 0 ? `{"passages":[{"passage":"${idsIn(call)[0]}","reason":"r","quote":"","useful":true}]}` : undefined,
    )
    const { verdicts } = await verify(votes(llmUsefulness({ judge }), 3))
    expect(judge.calls).toHaveLength(9)
    expect(verdicts.map(({ outcome, votes: cast }) => [outcome, cast?.length])).toEqual([
      ['supported', 3],
      ['unsupported', 3],
      ['unsupported', 3],
    ])
  })

  test('leaves out nothing where the window holds few passages at a time', async () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ id: `k${at + 1}`, text: `${at} ${'word '.repeat(200)}work` }))
    const judge = reader(undefined, { capabilities: { contextWindow: 4_000 } })
    const { outcomes } = await verify(llmUsefulness({ judge, strategy: 'batched' }), { claims: many })
    expect(outcomes.map(([id]) => id)).toEqual(many.map(({ id }) => id))
    expect(judge.calls.length).toBeGreaterThan(2)
    expect(judge.calls.length).toBeLessThanOrEqual(12)
  })

  test('counts its calls, and requests none where there is no passage', async () => {
    const runtime = meterRuntime(createDirectRuntime())
    expect((await verify(llmUsefulness({ judge: reader() }), { runtime, claims: [] })).verdicts).toEqual([])
    expect(runtime.usage().calls).toBe(0)
  })

  test.each([
    [{ strategy: 'per-claim' }, 'strategy "per-claim" does not exist; there are "per-context" and "batched"'],
    [{ minQuote: 0 }, 'llmUsefulness: minQuote is 0'],
    [{ judge: {} }, 'llmUsefulness: judge is no complete LLMAdapter'],
    [{ prompt: { examples: [{ input: { passages: ['a'] }, output: { passages: [] } }] } }, 'says nothing'],
    [
      {
        prompt: {
          examples: [
            {
              input: { passages: ['It rains.'] },
              output: { passages: [{ passage: 'k1', reason: '', quote: 'It snows here.', useful: true }] },
            },
          ],
        },
      },
      'quotes "It snows here.", which does not stand in passage k1',
    ],
    [
      {
        prompt: {
          examples: [
            { input: { passages: ['a'] }, output: { passages: [{ passage: 'k1', reason: '', quote: '', useful: true }] }, share: 0 },
          ],
        },
      },
      'says a share of 0, and its output gives 1',
    ],
  ])('refuses %j', (options, message) => {
    expect(() => llmUsefulness({ judge: reader(), ...options } as never)).toThrow(message)
  })

  test('has a prompt of its own in its hash, and its options in its configuration', () => {
    const plain = llmUsefulness({ judge: reader() })
    const own = llmUsefulness({ judge: reader(), prompt: { version: 'mine' } })
    expect(own.promptHash).not.toBe(plain.promptHash)
    expect(plain.config).toEqual({
      type: 'usefulness',
      judge: { adapter: 'scripted', provider: 'scripted', model: 'scripted' },
      strategy: 'per-context',
      requireQuote: false,
      minQuote: 12,
    })
  })
})

test('claims are judged by whether they help to answer', async () => {
  const judge = scriptedAdapter((call) =>
    JSON.stringify({ claims: idsIn(call).map((claim) => ({ claim, reason: `about ${claim}`, helps: claim === 'c2' })) }),
  )
  const claims = ['a', 'b'].map((text, at) => ({ id: `c${at + 1}`, text }))
  const { verdicts } = await verify(llmClaimRelevance({ judge }), { claims, contexts: [] })
  expect(verdicts).toMatchObject([
    { claim: 'c1', outcome: 'unsupported', reason: 'about c1', evidence: [], decidedBy: 'scripted:scripted' },
    { claim: 'c2', outcome: 'supported' },
  ])
  expect(judge.calls).toHaveLength(1)
})

test('at most 200 sentences are called about in one call', async () => {
  const judge = scriptedAdapter((call) =>
    JSON.stringify({ sentences: idsIn(call).map((sentence) => ({ sentence, helps: sentence === 'k1s201' })) }),
  )
  const claims = Array.from({ length: 450 }, (_, at) => ({ id: `k1s${at + 1}`, text: `Sentence ${at}.` }))
  const { outcomes } = await verify(llmSentenceRelevance({ judge }), { claims, contexts: [] })
  expect(judge.calls.map((call) => idsIn(call).length)).toEqual([200, 200, 50])
  expect(outcomes.filter(([, helps]) => helps)).toEqual([['k1s201', true]])
})
