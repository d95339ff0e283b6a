import { correctedMean, ppiWald } from '../../src/index.ts'
import { type Scenario, yes } from './scenario.ts'

export type Judge = { readonly tpr: number; readonly tnr: number }

/** n labelled rows and `unlabelled` further ones of a population of mean p, as a judge of known rates scores them. */
export function drawRows(random: () => number, { tpr, tnr }: Judge, p: number, n: number, unlabelled: number) {
  const score = (human: 0 | 1): 0 | 1 => yes(random, human === 1 ? tpr : 1 - tnr)
  const human = Array.from({ length: n }, () => yes(random, p))
  return { human, judge: human.map(score), judgeUnlabelled: Array.from({ length: unlabelled }, () => score(yes(random, p))) }
}

const correction = (what: string, judge: Judge, unlabelled: number): Scenario => ({
  name: `n labels and ${unlabelled} rows without, ${what} (TPR ${judge.tpr}, TNR ${judge.tnr})`,
  draw(random, p, n) {
    const rows = drawRows(random, judge, p, n, unlabelled)
    const wald = ppiWald(rows)
    return [
      { interval: 'ppi-t-pseudo-pairs', truth: p, ends: correctedMean(rows).interval },
      { interval: 'PPI++ as published (Wald)', truth: p, ends: wald.reason === null ? wald : null },
    ]
  },
})

export const ordinaryJudge = correction('an ordinary judge', { tpr: 0.9, tnr: 0.8 }, 500)
export const goodJudge = correction('a very good judge', { tpr: 0.99, tnr: 0.99 }, 500)
export const oneSidedJudge = correction('a judge that errs to one side', { tpr: 1, tnr: 0.5 }, 500)
