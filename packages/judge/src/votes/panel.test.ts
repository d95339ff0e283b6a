import { AssayError } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { claimsOf, drawsOf, judgeByCall, judgeThat, verify } from '../__fixtures__/judging.ts'
import { lexicalScreen } from '../lexical-screen/lexical-screen.ts'
import { llmVerifier } from '../verifier/llm-verifier.ts'
import { panel } from './panel.ts'
import { votes } from './votes.ts'

const member = (modelId: string, ...supported: string[]) => judgeThat((id) => supported.includes(id), { modelId })

describe('a panel', () => {
  test('decides by the majority of its members, by id, and reports each vote', async () => {
    const { verdicts, outcomes } = await verify(panel([member('a', 'c1'), member('b', 'c1', 'c2'), member('c')]))
    expect(outcomes).toEqual(['supported', 'unsupported'])
    expect(verdicts[1]).toMatchObject({
      decidedBy: 'panel(scripted:a;scripted:b;scripted:c)',
      votes: [
        { by: 'scripted:a', outcome: 'unsupported' },
        { by: 'scripted:b', outcome: 'supported' },
        { by: 'scripted:c', outcome: 'unsupported' },
      ],
    })
  })

  test('takes models and verifiers of any make', async () => {
    const perClaim = member('b', 'c1')
    const { outcomes } = await verify(
      panel([member('a', 'c1'), llmVerifier({ judge: perClaim, strategy: 'per-claim' }), votes(member('c'), 3)]),
    )
    expect(outcomes).toEqual(['supported', 'unsupported'])
    expect(perClaim.calls).toHaveLength(2)
  })

  test('takes the first draw of different judges, so that cached replies serve, and further draws of the same judge', async () => {
    const { runtime, draws } = drawsOf()
    await verify(panel([member('a'), member('b'), member('c')]), { runtime, claims: claimsOf(1) })
    expect(draws).toEqual([0, 0, 0])
    await verify(panel([member('a'), member('a'), member('b')]), { runtime, claims: claimsOf(1) })
    expect(draws.slice(3)).toEqual([0, 1, 0])
    await verify(votes(panel([member('a'), member('a'), member('b')]), 3), { runtime, claims: claimsOf(1) })
    expect(draws.slice(6)).toEqual([0, 1, 0, 3, 4, 3, 6, 7, 6])
  })

  test('marks nothing for a cache: its members share none', async () => {
    const [a, b, c] = [member('a'), member('b'), member('c')]
    await verify(panel([a, b, c]))
    expect(JSON.stringify([a.calls, b.calls, c.calls])).not.toContain('"cache"')
  })

  test('goes on without a member only where its quorum allows', async () => {
    const away = judgeByCall(() => new AssayError({ kind: 'auth', message: 'no key' }), { modelId: 'away' })
    await expect(verify(panel([member('a'), away, member('c')]))).rejects.toMatchObject({ kind: 'auth' })
    const { outcomes, repairs } = await verify(panel([member('a'), away, member('c')], { quorum: 2 }))
    expect(outcomes).toEqual(['unsupported', 'unsupported'])
    expect(repairs).toEqual(['vote 2 of 3, scripted:away: failed (auth) and was left out'])
  })
})

test.each<[string, () => unknown, string]>([
  ['of two', () => panel([member('a'), member('b')]), 'panel: 2 votes can end in a tie'],
  ['of one', () => panel([member('a')]), 'panel: 1 votes'],
  ['with a screen', () => panel([member('a'), lexicalScreen(), member('b')]), 'Put it before the vote with cascade()'],
])('a panel %s is a config error', (_name, make, message) => {
  expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
  expect(make).toThrow(message)
})
