import { AssayError, type LLMCall } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { claimIdsOf, claimsOf, judgeThat, verify } from '../__fixtures__/judging.ts'
import { llmVerifier } from './llm-verifier.ts'

const reply = (...ids: string[]): string =>
  JSON.stringify({ verdicts: ids.map((claim) => ({ claim, reason: 'r', evidence: [], supported: true })) })
const isCached = (call: LLMCall): boolean => call.messages.some(({ parts }) => parts.some(({ cache }) => cache === true))

describe('a call for each claim', () => {
  test('shares the contexts as its prefix, marked for the cache there and nowhere else', async () => {
    const judge = judgeThat((id) => id !== 'c2')
    const { outcomes } = await verify(llmVerifier({ judge, strategy: 'per-claim' }), { claims: claimsOf(3), contexts: ['One.', 'Two.'] })
    expect(outcomes).toEqual(['supported', 'unsupported', 'supported'])
    expect(judge.calls.map(claimIdsOf)).toEqual([['c1'], ['c2'], ['c3']])
    const prefixes = judge.calls.map(({ messages }) => JSON.stringify([messages[0], messages[1]?.parts[0]]))
    expect(new Set(prefixes).size).toBe(1)
    expect(prefixes[0]).toContain('Two.')
    for (const { messages } of judge.calls) {
      expect(messages.flatMap(({ parts }) => parts.map(({ cache }) => cache))).toEqual([undefined, true, undefined])
    }
  })

  test('marks nothing where it is the only one', async () => {
    const alone = judgeThat(() => true)
    await verify(llmVerifier({ judge: alone, strategy: 'per-claim' }), { claims: claimsOf(1) })
    const batched = judgeThat(() => true)
    await verify(llmVerifier({ judge: batched }), { claims: claimsOf(3) })
    expect([...alone.calls, ...batched.calls].map(isCached)).toEqual([false, false])
  })

  test('goes ahead of the others exactly where the model caches prompts on request', async () => {
    for (const promptCache of [true, false]) {
      const first = Promise.withResolvers<string>()
      const judge = scriptedAdapter((call) => (claimIdsOf(call)[0] === 'c1' ? first.promise : reply(...claimIdsOf(call))), {
        capabilities: { promptCache },
      })
      const verdicts = verify(llmVerifier({ judge, strategy: 'per-claim' }), { claims: claimsOf(3) })
      for (let i = 0; i < 20; i += 1) await new Promise((resolve) => setImmediate(resolve))
      expect(judge.calls.map(claimIdsOf)).toEqual(promptCache ? [['c1']] : [['c1'], ['c2'], ['c3']])
      first.resolve(reply('c1'))
      expect((await verdicts).outcomes).toEqual(['supported', 'supported', 'supported'])
    }
  })

  test.each([
    ['none', reply(), 'no verdict for c2'],
    ['two', reply('c2', 'c2'), 'more than one verdict for c2'],
    ['another one', reply('c2', 'c1'), 'verdicts for c1, which was not asked'],
    ['prose', 'Claim c2 is supported.', 'it is not JSON'],
  ])('must hold exactly its verdict, after one repair: %s', async (_name, wrong, defect) => {
    const judge = scriptedAdapter((call) => (claimIdsOf(call)[0] === 'c2' ? wrong : reply(...claimIdsOf(call))))
    const error: unknown = await verify(llmVerifier({ judge, strategy: 'per-claim' })).catch((thrown: unknown) => thrown)
    expect(AssayError.is(error) && error.kind).toBe('invalid_reply')
    expect(String(error)).toContain(defect)
    expect(judge.calls.map((call) => claimIdsOf(call)[0])).toEqual(['c1', 'c2', 'c2'])
  })

  test('reports repairs in the order of the claims, whichever reply came first', async () => {
    const slow = Promise.withResolvers<void>()
    const judge = scriptedAdapter(async (call) => {
      const [id = ''] = claimIdsOf(call)
      if (id === 'c1') await slow.promise
      else slow.resolve()
      return `So: ${reply(id)}${id === 'c1' ? '' : ' Done, and with a trailing remark.'}`
    })
    const { repairs } = await verify(llmVerifier({ judge, strategy: 'per-claim' }))
    expect(repairs).toHaveLength(2)
    const again = await verify(
      llmVerifier({ judge: scriptedAdapter((call) => `So: ${reply(...claimIdsOf(call))}`), strategy: 'per-claim' }),
    )
    expect(repairs).toEqual(again.repairs)
  })
})
