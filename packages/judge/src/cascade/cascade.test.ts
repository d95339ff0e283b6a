import { AssayError, createDirectRuntime, meterRuntime, type Runtime, Suspended } from '@assay/core'
import { describe, expect, test } from 'vitest'
import { claimIdsOf, claimsOf, judgeByCall, judgeThat, verify } from '../__fixtures__/judging.ts'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { lexicalScreen } from '../lexical-screen/lexical-screen.ts'
import type { Verdict } from '../verdict.ts'
import { llmVerifier } from '../verifier/llm-verifier.ts'
import { panel } from '../votes/panel.ts'
import { votes } from '../votes/votes.ts'
import { cascade } from './cascade.ts'

/** A screen that says what it is told, and leaves the rest undecided. */
const screenThat = (says: Record<string, 'supported' | 'unsupported'>, options: Partial<ClaimVerifier> = {}): ClaimVerifier => ({
  id: 'told',
  version: '1',
  signature: 'told@1',
  kind: 'screen',
  config: 'told',
  verify: async ({ claims }) => ({
    verdicts: claims.map(({ id }): Verdict => ({
      claim: id,
      outcome: says[id] ?? 'undecided',
      decidedBy: 'told@1',
      reason: '',
      evidence: [],
    })),
  }),
  ...options,
})
const yes = () => judgeThat(() => true)

describe('a cascade', () => {
  test('calls the second only for the rest, in one call, and names the deciding verifier', async () => {
    const judge = yes()
    const { verdicts } = await verify(cascade(screenThat({ c2: 'unsupported', c3: 'supported' }), judge), { claims: claimsOf(4) })
    expect(judge.calls.map(claimIdsOf)).toEqual([['c1', 'c4']])
    expect(verdicts.map(({ claim, outcome, decidedBy }) => [claim, outcome, decidedBy])).toEqual([
      ['c1', 'supported', 'scripted:scripted'],
      ['c2', 'unsupported', 'told@1'],
      ['c3', 'supported', 'told@1'],
      ['c4', 'supported', 'scripted:scripted'],
    ])
  })

  test('saves the whole call where nothing is left', async () => {
    const runtime = meterRuntime(createDirectRuntime())
    const { outcomes } = await verify(cascade(screenThat({ c1: 'supported', c2: 'unsupported' }), yes()), { runtime })
    expect(outcomes).toEqual(['supported', 'unsupported'])
    expect(runtime.usage()).toMatchObject({ calls: 0, inputTokens: 0 })
  })

  test('goes on over as many steps as there are', async () => {
    const judge = yes()
    const inner = cascade(screenThat({ c2: 'unsupported' }, { signature: 'second@1' }), judge)
    const { verdicts } = await verify(cascade(screenThat({ c1: 'unsupported' }), inner), { claims: claimsOf(3) })
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['unsupported', 'unsupported', 'supported'])
    expect(judge.calls.map(claimIdsOf)).toEqual([['c3']])
  })

  test('of screens only leaves claims undecided, by the threshold of the last', async () => {
    const screens = cascade(screenThat({ c1: 'unsupported' }), screenThat({ c2: 'supported' }, { threshold: 0.4 }))
    expect(screens).toMatchObject({ kind: 'screen', threshold: 0.4 })
    expect((await verify(screens, { claims: claimsOf(3) })).outcomes).toEqual(['unsupported', 'supported', 'undecided'])
  })

  test('that ends in a judge is a judge', () => {
    expect(cascade(lexicalScreen(), yes())).toMatchObject({ kind: 'judge', alwaysDecides: true })
    expect(cascade(lexicalScreen(), yes())).not.toHaveProperty('threshold')
  })

  test('puts a screen in front only as far as it needs no calibration', async () => {
    const contexts = ['The river Orle flows through the old town of Brenn and turns many mills there.']
    const claims = ['The river Orle does not flow.', 'Several committees approved yearly budgets with considerable delay.'].map(
      (text, at) => ({ id: `c${at + 1}`, text }),
    )
    expect((await verify(lexicalScreen(), { claims, contexts })).outcomes).toEqual(['unsupported', 'unsupported'])
    const judge = yes()
    const { verdicts } = await verify(cascade(lexicalScreen(), judge), { claims, contexts })
    expect(verdicts.map(({ outcome, decidedBy }) => [outcome, decidedBy])).toEqual([
      ['supported', 'scripted:scripted'],
      ['unsupported', 'lexical-no-overlap@1'],
    ])
  })
})

describe('two judges in a cascade', () => {
  test('with settles: "unanimous", the second hears what the votes split on, and the votes stay on record', async () => {
    const split = panel(['a', 'b', 'c'].map((modelId) => judgeThat((id) => id === 'c1' || modelId === 'b', { modelId })))
    const judge = yes()
    const { verdicts } = await verify(cascade(split, judge, { settles: 'unanimous' }))
    expect(judge.calls.map(claimIdsOf)).toEqual([['c2']])
    expect(verdicts.map(({ outcome, decidedBy }) => [outcome, decidedBy])).toEqual([
      ['supported', 'panel(scripted:a;scripted:b;scripted:c)'],
      ['supported', 'scripted:scripted'],
    ])
    expect(verdicts[1]?.votes?.map(({ outcome }) => outcome)).toEqual(['unsupported', 'supported', 'unsupported'])
  })

  test('the second hears what a vote with a quorum tied on', async () => {
    const refusal = new AssayError({ kind: 'refused', message: 'refused' })
    const first = votes(
      judgeByCall((call) => (call === 0 ? refusal : (id: string) => id === 'c1' || call === 1), { modelId: 'first' }),
      3,
      { quorum: 2 },
    )
    const judge = yes()
    const { outcomes } = await verify(cascade(first, judge))
    expect(outcomes).toEqual(['supported', 'supported'])
    expect(judge.calls.map(claimIdsOf)).toEqual([['c2']])
  })
})

describe('what goes wrong in one step', () => {
  test('is thrown as it is', async () => {
    const refusal = new AssayError({ kind: 'refused', message: 'refused' })
    await expect(
      verify(
        cascade(
          screenThat({}),
          judgeByCall(() => refusal),
        ),
      ),
    ).rejects.toBe(refusal)
    const brokenScreen = screenThat({}, { verify: () => Promise.reject(refusal) })
    await expect(verify(cascade(brokenScreen, yes()))).rejects.toBe(refusal)
  })

  test('is Suspended, too', async () => {
    const runtime: Runtime = { ...createDirectRuntime(), generate: () => Promise.reject(new Suspended()) }
    await expect(verify(cascade(screenThat({}), yes()), { runtime })).rejects.toSatisfy(Suspended.is)
  })

  test('is an answer for other claims than were called', async () => {
    const omitting = screenThat({}, { verify: async () => ({ verdicts: [] }) })
    await expect(verify(cascade(omitting, yes()))).rejects.toMatchObject({
      kind: 'invalid_reply',
      message: expect.stringContaining('told@1'),
    })
    const second = { ...llmVerifier({ judge: yes() }), verify: async () => ({ verdicts: [] }) }
    await expect(verify(cascade(screenThat({ c1: 'supported' }), second))).rejects.toMatchObject({
      message: expect.stringContaining('no verdict for c2'),
    })
  })
})

test('draw and contexts reach both steps', async () => {
  const seen: unknown[] = []
  const noting = (verifier: ClaimVerifier): ClaimVerifier => ({
    ...verifier,
    verify(input) {
      seen.push([input.draw, input.contexts, input.userInput])
      return verifier.verify(input)
    },
  })
  await verify(cascade(noting(screenThat({})), noting(llmVerifier({ judge: yes() }))), { draw: 4, contexts: ['', 'A.'], userInput: 'Why?' })
  expect(seen).toEqual(Array.from({ length: 2 }, () => [4, ['', 'A.'], 'Why?']))
})

test.each<[string, () => unknown, string]>([
  ['behind a judge that decides all', () => cascade(llmVerifier({ judge: yes() }), yes()), 'would never be called'],
  ['behind votes that never tie', () => cascade(votes(yes(), 3), yes()), 'settles: "unanimous"'],
  ['that is a screen behind a judge', () => cascade(votes(yes(), 3, { quorum: 2 }), lexicalScreen()), 'put it before'],
  ['asked of what no votes split on', () => cascade(lexicalScreen(), yes(), { settles: 'unanimous' }), 'needs votes() or panel() in front'],
  ['asked by an unknown rule', () => cascade(lexicalScreen(), yes(), { settles: 'all' as 'decided' }), 'settles is "all"'],
])('a second step %s is a config error', (_name, make, message) => {
  expect(make).toThrow(expect.objectContaining({ kind: 'config' }))
  expect(make).toThrow(message)
})
