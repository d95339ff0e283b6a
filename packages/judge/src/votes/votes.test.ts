import { AssayError, createDirectRuntime, type Runtime, Suspended } from '@assay/core'
import { scriptedAdapter } from '@assay/testkit'
import { describe, expect, test } from 'vitest'
import { claimsOf, drawsOf, judgeByCall, judgeThat, verify } from '../__fixtures__/judging.ts'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { lexicalScreen } from '../lexical-screen/lexical-screen.ts'
import { llmVerifier } from '../verifier/llm-verifier.ts'
import { votes } from './votes.ts'

/** Says of each claim what stands at the place of the vote: `c1: '110'` is supported, supported, not. */
const voting = (plan: Record<string, string>, options: Parameters<typeof judgeThat>[1] = {}) =>
  judgeThat((id, call) => plan[id]?.[call] === '1', options)
const refusal = new AssayError({ kind: 'refused', message: 'refused' })

describe('the majority of votes', () => {
  test('counts for each claim by its id', async () => {
    const { verdicts, outcomes } = await verify(votes(voting({ c1: '110', c2: '001' }), 3))
    expect(outcomes).toEqual(['supported', 'unsupported'])
    expect(verdicts[0]).toMatchObject({ decidedBy: 'votes(scripted:scripted;3)', reason: 'call 0' })
    expect(verdicts[1]?.votes?.map(({ outcome }) => outcome)).toEqual(['unsupported', 'unsupported', 'supported'])
    expect(verdicts[1]?.votes?.[2]).toEqual({ by: 'scripted:scripted', outcome: 'supported', reason: 'call 2', repeatable: true })
  })

  test('speaks by the reason and evidence of a vote of that majority', async () => {
    const evidence = [{ context: 1, quote: 'The bridge is old.' }]
    const says = (supported: boolean) => ({ claim: 'c1', reason: `said ${supported}`, evidence: supported ? evidence : [], supported })
    const judge = scriptedAdapter([false, true, true].map((supported) => JSON.stringify({ verdicts: [says(supported)] })))
    const { verdicts } = await verify(votes(judge, 3), { claims: claimsOf(1), contexts: ['The bridge is old.'] })
    expect(verdicts[0]).toMatchObject({ outcome: 'supported', reason: 'said true', evidence: [{ context: 0, verified: true }] })
  })

  test('is marked as repeatable only at temperature 0', async () => {
    const isRepeatable = async (capabilities: object, fingerprint: object) => {
      const plain = voting({ c1: '111', c2: '111' }, { capabilities })
      const { verdicts } = await verify(votes({ ...plain, fingerprint: { ...plain.fingerprint, ...fingerprint } }, 3))
      return verdicts[0]?.votes?.every(({ repeatable }) => repeatable === true)
    }
    expect(await isRepeatable({}, {})).toBe(true)
    expect(await isRepeatable({}, { temperature: 0 })).toBe(true)
    expect(await isRepeatable({}, { temperature: 0.7 })).toBe(false)
    expect(await isRepeatable({ temperature: false }, {})).toBe(false)
  })
})

describe('every vote is a draw of its own', () => {
  test('numbered on from the draw it is part of', async () => {
    const judge = voting({})
    const { runtime, draws } = drawsOf()
    await verify(votes(judge, 3), { runtime })
    await verify(votes(judge, 3), { runtime, draw: 2 })
    await verify(votes(llmVerifier({ judge, strategy: 'per-claim' }), 3), { runtime })
    expect(draws).toEqual([0, 1, 2, 6, 7, 8, 0, 0, 1, 1, 2, 2])
  })

  test('never one stored reply counted several times', async () => {
    const judge = voting({ c1: '100', c2: '011' })
    const stored = new Map<string, Promise<unknown>>()
    const direct = createDirectRuntime()
    const runtime: Runtime = {
      ...direct,
      generate(adapter, call, options) {
        const key = JSON.stringify([call, options.draw])
        const reply = stored.get(key) ?? direct.generate(adapter, call, options)
        stored.set(key, reply)
        return reply as never
      },
    }
    expect((await verify(votes(judge, 3), { runtime })).outcomes).toEqual(['unsupported', 'supported'])
    expect((await verify(votes(judge, 3), { runtime })).outcomes).toEqual(['unsupported', 'supported'])
    expect(judge.calls).toHaveLength(3)
  })

  test('and a seed of the user’s is moved by it', async () => {
    const plain = voting({})
    await verify(votes({ ...plain, fingerprint: { ...plain.fingerprint, seed: 40 } }, 3), { draw: 1 })
    expect(plain.calls.map(({ seed }) => seed)).toEqual([43, 44, 45])
    const unseeded = voting({})
    await verify(votes(unseeded, 3))
    expect(unseeded.calls.every(({ seed }) => seed === undefined)).toBe(true)
  })

  test('whose contexts are marked for the cache, the first one ahead where that pays', async () => {
    const judge = voting({}, { capabilities: { promptCache: true } })
    await verify(votes(judge, 3))
    expect(judge.calls.map(({ messages }) => messages[1]?.parts.map(({ cache }) => cache))).toEqual(
      Array.from({ length: 3 }, () => [true, undefined]),
    )
    const failing = judgeByCall(() => refusal, { capabilities: { promptCache: true } })
    await expect(verify(votes(failing, 3))).rejects.toMatchObject({ cause: refusal })
    expect(failing.calls).toHaveLength(1)
  })
})

describe('a vote that fails', () => {
  const yes = () => true
  const no = () => false

  test('leaves the sample without verdicts, with its cause and its number', async () => {
    const judge = judgeByCall((call) => (call === 1 ? refusal : yes))
    await expect(verify(votes(judge, 3))).rejects.toMatchObject({
      cause: refusal,
      kind: 'refused',
      repairs: ['vote 2 of 3, scripted:scripted: failed (refused)'],
    })
  })

  test('is left out where the quorum allows, and stands as null in the record', async () => {
    const judge = judgeByCall((call) => (call === 1 ? refusal : yes))
    const { verdicts, repairs } = await verify(votes(judge, 3, { quorum: 2 }))
    expect(verdicts[0]).toMatchObject({ outcome: 'supported', votes: [{ outcome: 'supported' }, { outcome: null, reason: 'refused' }, {}] })
    expect(repairs).toEqual(['vote 2 of 3, scripted:scripted: failed (refused) and was left out'])
  })

  test('can leave a tie, which leaves the claim undecided', async () => {
    const judge = judgeByCall((call) => [refusal, yes, no][call] ?? '')
    const { verdicts } = await verify(votes(judge, 3, { quorum: 2 }))
    expect(verdicts[0]).toMatchObject({ outcome: 'undecided', reason: 'no_majority', evidence: [] })
  })

  test('counts where fewer than the quorum are left', async () => {
    const judge = judgeByCall((call) => (call === 2 ? yes : refusal))
    await expect(verify(votes(judge, 3, { quorum: 2 }))).rejects.toMatchObject({ cause: refusal })
  })

  test.each(['aborted', 'budget', 'config'] as const)('as %s is never left out', async (kind) => {
    const end = new AssayError({ kind, message: 'the end' })
    const judge = judgeByCall((call) => (call === 1 ? end : yes))
    await expect(verify(votes(judge, 3, { quorum: 1 }))).rejects.toMatchObject({ cause: end, kind })
  })

  test('to return the ids of the call is repaired once, each vote by itself', async () => {
    const judge = judgeByCall((call) => (call < 2 ? '{"verdicts":[]}' : yes), { capabilities: { promptCache: true } })
    const error: unknown = await verify(votes(judge, 3)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'invalid_reply' })
    const mending = judgeByCall((call) => (call === 0 ? '{"verdicts":[]}' : yes), { capabilities: { promptCache: true } })
    const { outcomes, repairs } = await verify(votes(mending, 3))
    expect(outcomes).toEqual(['supported', 'supported'])
    expect(repairs).toEqual([expect.stringMatching(/^vote 1 of 3, scripted:scripted: verdicts: requested again/)])
  })

  test('to decide is none', async () => {
    const unsure: ClaimVerifier = {
      ...llmVerifier({ judge: voting({}) }),
      verify: async ({ claims }) => ({
        verdicts: claims.map(({ id }) => ({ claim: id, outcome: 'undecided', decidedBy: 'unsure', reason: '', evidence: [] })),
      }),
    }
    await expect(verify(votes(unsure, 3))).rejects.toMatchObject({
      kind: 'invalid_reply',
      message: expect.stringContaining('left c1 undecided'),
    })
  })
})

test('Suspended passes through, after all votes were called', async () => {
  let callCount = 0
  const runtime: Runtime = { ...createDirectRuntime(), generate: () => ((callCount += 1), Promise.reject(new Suspended())) }
  await expect(verify(votes(voting({}), 5), { runtime })).rejects.toSatisfy(Suspended.is)
  expect(callCount).toBe(5)
})

test('no claims cost no vote', async () => {
  const judge = voting({})
  expect((await verify(votes(judge, 3), { claims: [] })).verdicts).toEqual([])
  expect(judge.calls).toEqual([])
})

describe('config errors', () => {
  const judge = voting({})
  test.each<[string, () => unknown, string]>([
    ['an even number', () => votes(judge, 4), '4 votes can end in a tie'],
    ['one vote', () => votes(judge, 1), 'take an odd number from 3'],
    ['no number', () => votes(judge, Number.NaN), 'NaN votes'],
    ['a quorum of none', () => votes(judge, 3, { quorum: 0 }), 'quorum is 0'],
    ['a quorum of more than all', () => votes(judge, 3, { quorum: 4 }), 'an integer from 1 to 3'],
    ['a screen', () => votes(lexicalScreen(), 3), 'lexical@1 is a screen'],
    ['nothing that judges', () => votes({} as ClaimVerifier, 3), 'expected a model'],
  ])('%s', (_name, make, message) => {
    expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
    expect(make).toThrow(message)
  })
})
