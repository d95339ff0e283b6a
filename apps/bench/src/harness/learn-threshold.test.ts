import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bench, judgeOf } from './__fixtures__/benched.ts'
import { fixtureFile, items, temporaryFolder } from './__fixtures__/fake-judge.ts'
import { planBench } from './bench-plan.ts'

describe('a threshold', () => {
  /** A scorer of one's own: undecided with a probability that the statement holds. */
  const scorer = `
    export const scorer = {
      id: 'scorer', version: '1', signature: 'scorer@1', kind: 'screen', threshold: 0.5,
      verify: async ({ claims }) => ({ verdicts: claims.map(({ id, text }) => ({
        claim: id, outcome: 'undecided', probability: Number(text.split(' ')[1]), decidedBy: 'scorer@1', reason: '', evidence: [] })) }),
    }`

  test('is learned on the split that is named, which is not reported on', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'scorer.js'), scorer)
    const row = (id: string, probability: number, label: number, split: string) => ({
      id,
      statement: `p ${probability} ${id}`,
      contexts: [id],
      label,
      split,
    })
    const rows = [
      ...[0.1, 0.2, 0.3].map((p, at) => row(`dev0-${at}`, p, 0, 'dev')),
      ...[0.4, 0.6, 0.7].map((p, at) => row(`dev1-${at}`, p, 1, 'dev')),
      row('test0', 0.2, 0, 'test'),
      row('test1', 0.45, 1, 'test'),
    ]
    const options = { judges: [join(folder, 'scorer.js#scorer')], fixtures: [fixtureFile(rows)] }
    const plain = judgeOf(await bench(options), 'scorer@1')
    expect(plain).toMatchObject({ threshold: { value: 0.5, from: 'scorer@1' }, pooled: { items: 8 } })
    const learned = judgeOf(await bench({ ...options, thresholdFrom: 'dev' }), 'scorer@1')
    expect(learned.threshold).toEqual({ value: 0.4, from: '6 items of the split dev' })
    expect(learned.pooled).toMatchObject({ items: 2, balancedAccuracy: { value: 1 } })
    expect(learned.pooled.calibration).toMatchObject({ items: 2, rocAuc: 1 })
  })

  test('is refused where the split is not there, is everything, or holds what is reported', async () => {
    const both = fixtureFile(items(4, (at) => ({ split: at < 2 ? 'dev' : 'test' })))
    const plan = (fixtures: string[], thresholdFrom: string) => planBench({ judges: [], fixtures, thresholdFrom })
    await expect(plan([both], 'train')).rejects.toThrow('Splits of the items: dev, test.')
    await expect(plan([fixtureFile(items(4, () => ({ split: 'dev' })))], 'dev')).rejects.toThrow('none is left')
    const leaky = fixtureFile(items(4, (at) => ({ split: at < 2 ? 'dev' : 'test', statement: 'The same.', contexts: ['C.'] })))
    await expect(plan([leaky], 'dev')).rejects.toThrow('must not be learned on reported items')
  })
})
