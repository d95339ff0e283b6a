import { directRuntime } from '@assay/core'
import { clopperPearsonLower } from '@assay/stats'
import { describe, expect, test } from 'vitest'
import { judgeThat, verify } from '../__fixtures__/judging.ts'
import type { ClaimVerifier } from '../claim-verifier.ts'
import { lexicalScreen } from '../lexical-screen/lexical-screen.ts'
import { llmVerifier } from '../verifier/llm-verifier.ts'
import { byProbability } from './by-probability.ts'
import { calibrate, type LabelledClaim } from './calibrate.ts'
import { cascade } from './cascade.ts'

/** Gives each claim the probability that is its text; `?` is out of scope. */
const reader: ClaimVerifier = {
  id: 'reader',
  version: '1',
  signature: 'reader@1',
  kind: 'screen',
  config: 'reader',
  threshold: 0.5,
  verify: async ({ claims }) => ({
    verdicts: claims.map(({ id, text }) => ({
      claim: id,
      outcome: 'undecided',
      decidedBy: 'reader@1',
      reason: 'read',
      evidence: [],
      probability: Number(text.replace('?', '')),
      ...(text.endsWith('?') ? { outOfScope: true as const } : {}),
    })),
  }),
}
const items = (count: number, from: number, supported: (at: number) => boolean): LabelledClaim[] =>
  Array.from({ length: count }, (_, at) => ({ text: String(from + at / 1000), contexts: ['x'], supported: supported(at) }))

describe('calibration', () => {
  test('takes 22 items without an error for a precision of .9, and 21 are refused', async () => {
    const { calibration } = await calibrate(
      reader,
      items(22, 0, () => false),
      { precision: 0.9 },
    )
    expect(calibration).toMatchObject({ items: 22, supported: null, saved: 1, unsupported: { limit: 0.021, items: 22, right: 22 } })
    expect(calibration.unsupported?.bound).toBe(clopperPearsonLower(22, 22, 0.9))
    await expect(
      calibrate(
        reader,
        items(21, 0, () => false),
        { precision: 0.9 },
      ),
    ).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringMatching(/on 21 labelled items no limit shows a precision of 0\.9 .*at least 22 items without an error/),
    })
  })

  test('goes outward from the strictest limit and stops at the first that fails, however well a later one would do', async () => {
    // Two errors at items 30 and 31 fail the bound there; with 170 right ones behind them the bound would hold again.
    const labelled = items(200, 0, (at) => at === 29 || at === 30)
    const { calibration } = await calibrate(reader, labelled, { precision: 0.9 })
    expect(clopperPearsonLower(198, 200, 0.9)).toBeGreaterThan(0.9)
    expect(clopperPearsonLower(29, 30, 0.9)).toBeLessThan(0.9)
    expect(calibration.unsupported).toMatchObject({ items: 29, right: 29, limit: 0.028 })
    expect(calibration.saved).toBe(29 / 200)
  })

  test('goes over an error where the bound still holds', async () => {
    const { calibration } = await calibrate(
      reader,
      items(60, 0, (at) => at === 50),
      { precision: 0.9 },
    )
    expect(calibration.unsupported).toMatchObject({ items: 60, right: 59 })
  })

  test('decides items of one probability together or not at all', async () => {
    const same = (count: number, supported: boolean): LabelledClaim[] =>
      Array.from({ length: count }, () => ({ text: '0.2', contexts: [], supported }))
    const { calibration } = await calibrate(reader, [...items(25, 0, () => false), ...same(20, false), ...same(3, true)], {
      precision: 0.9,
    })
    expect(calibration.unsupported).toMatchObject({ items: 25, limit: 0.024 })
  })

  test('tests both kinds of decision apart', async () => {
    const { calibration, signature, config } = await calibrate(
      reader,
      [...items(30, 0, () => false), ...items(40, 0.5, (at) => at % 2 === 0), ...items(30, 0.9, () => true)],
      { precision: 0.9 },
    )
    expect(calibration.unsupported?.items).toBe(30)
    expect(calibration.supported).toMatchObject({ limit: 0.9, items: 30 })
    expect(calibration.saved).toBe(0.6)
    expect(signature).toBe('calibrated(reader@1;unsupported<=0.029;supported>=0.9)')
    expect(config).toEqual({ type: 'calibrated', verifier: 'reader', unsupportedUpTo: 0.029, supportedFrom: 0.9 })
  })

  test('meets in the middle where both kinds would reach beyond it, where the errors are fewest', async () => {
    const { calibration } = await calibrate(reader, [...items(60, 0, () => false), ...items(60, 0.9, () => true)], { precision: 0.9 })
    expect(calibration).toMatchObject({ saved: 1, unsupported: { items: 60, right: 60 }, supported: { items: 60, right: 60 } })
  })

  test('does not learn from what the screen was not made for, nor decide it', async () => {
    const foreign = items(30, 0, () => true).map(({ text, contexts, supported }) => ({ text: `${text}?`, contexts, supported }))
    const verifier = await calibrate(reader, [...foreign, ...items(30, 0, () => false)], { precision: 0.9 })
    expect(verifier.calibration).toMatchObject({ items: 60, saved: 0.5, unsupported: { items: 30, right: 30 } })
    const claims = ['0.001?', '0.001', '0.5'].map((text, at) => ({ id: `c${at}`, text }))
    expect((await verify(verifier, { claims })).outcomes).toEqual(['undecided', 'unsupported', 'undecided'])
  })

  test.each([0, 1, -0.1, Number.NaN])('needs a precision between 0 and 1: %d', async (precision) => {
    await expect(
      calibrate(
        reader,
        items(30, 0, () => false),
        { precision },
      ),
    ).rejects.toMatchObject({ kind: 'config' })
  })

  test('needs probabilities', async () => {
    const judge = llmVerifier({ judge: judgeThat(() => true) })
    await expect(calibrate(judge, [{ text: 'A.', contexts: ['A.'], supported: true }], { precision: 0.9 })).rejects.toThrow(
      'gives no probabilities',
    )
    await expect(calibrate(reader, [], { precision: 0.9 })).rejects.toThrow('on 0 labelled items')
  })
})

describe('a calibrated screen', () => {
  test('in a cascade decides up to its limits, includes them, and leaves the rest to the judge', async () => {
    const front = byProbability(reader, { unsupportedUpTo: 0.1, supportedFrom: 0.9 })
    const claims = ['0.1', '0.10001', '0.89999', '0.9'].map((text, at) => ({ id: `c${at + 1}`, text }))
    const { verdicts } = await verify(
      cascade(
        front,
        judgeThat(() => true),
      ),
      { claims },
    )
    expect(verdicts.map(({ outcome, decidedBy }) => [outcome, decidedBy.slice(0, 10)])).toEqual([
      ['unsupported', 'calibrated'],
      ['supported', 'scripted:s'],
      ['supported', 'scripted:s'],
      ['supported', 'calibrated'],
    ])
  })

  test('needs limits that fit together', () => {
    for (const [unsupportedUpTo, supportedFrom] of [
      [0.5, 0.5],
      [0.6, 0.4],
      [1.1, null],
      [null, -1],
      [Number.NaN, null],
    ] as const) {
      expect(() => byProbability(reader, { unsupportedUpTo, supportedFrom })).toThrow(expect.objectContaining({ kind: 'config' }))
    }
  })

  test('of the shipped one leaves a claim in another language alone', async () => {
    const front = byProbability(lexicalScreen(), { unsupportedUpTo: 0.99, supportedFrom: null })
    const claims = [
      'Die Brücke über die Wilbe wurde neunzehnhundertvier feierlich eröffnet.',
      'The bridge was opened with great ceremony by nobody.',
    ].map((text, at) => ({ id: `c${at + 1}`, text }))
    const contexts = ['The old town hall of Brenn was built with money from the mills.']
    const { verdicts } = await front.verify({ claims, contexts, runtime: directRuntime() })
    expect(verdicts.map(({ outcome, outOfScope }) => [outcome, outOfScope])).toEqual([
      ['undecided', true],
      ['unsupported', undefined],
    ])
  })
})
