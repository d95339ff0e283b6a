// `pnpm --filter @assay/stats speed`: every statistic on 100,000 labelled pairs, as ratios to one pass of summation over them.
import {
  balancedAccuracyDifference,
  bcaBootstrap,
  binaryAgreement,
  brierScore,
  confusionCounts,
  correctedMean,
  createClassRates,
  createFlipRate,
  createKrippendorffAlpha,
  createMeanEstimator,
  expectedCalibrationError,
  holm,
  kendallTauB,
  type Label,
  labelsNeeded,
  mcnemar,
  meanAbsoluteError,
  pairedDifference,
  percentileBootstrap,
  ppiWald,
  rocAuc,
  roganGladen,
  seededRandom,
  wilsonInterval,
} from '../src/index.ts'

const PAIRS = 100_000
const RESAMPLES = 1000

const random = seededRandom(1)
const human = Array.from({ length: PAIRS }, (): Label => (random() < 0.7 ? 1 : 0))
const judge = human.map((label): Label => (random() < 0.85 ? label : label === 1 ? 0 : 1))
const other = human.map((label): Label => (random() < 0.8 ? label : label === 1 ? 0 : 1))
const probabilities = judge.map((label) => 0.6 * label + 0.4 * random())
const counts = confusionCounts(human, judge)
const rows = { human: human.slice(0, PAIRS / 2), judge: judge.slice(0, PAIRS / 2), judgeUnlabelled: judge.slice(PAIRS / 2) }
const mean = (drawn: readonly number[]): number => sumOf(drawn) / drawn.length

const statistics: Readonly<Record<string, () => unknown>> = {
  'counts, agreement': () => binaryAgreement(confusionCounts(human, judge)),
  'rates with intervals': () => {
    const rates = createClassRates()
    for (const [at, label] of human.entries()) rates.add({ human: label, judge: judge[at] ?? 0 })
    return rates.result()
  },
  'rates with intervals, 10,000 clusters': () => {
    const rates = createClassRates()
    for (const [at, label] of human.entries()) rates.add({ human: label, judge: judge[at] ?? 0, cluster: `c${at % 10_000}` })
    return rates.result()
  },
  'mean with interval': () => {
    const estimator = createMeanEstimator()
    for (const value of probabilities) estimator.add(value)
    return estimator.result()
  },
  'Krippendorff’s alpha': () => {
    const alpha = createKrippendorffAlpha<Label>()
    for (const [at, label] of human.entries()) alpha.add([label, judge[at] ?? null])
    return alpha.result()
  },
  'flip rate': () => {
    const flips = createFlipRate<Label>()
    for (const [at, label] of judge.entries()) flips.add([label, other[at] ?? null])
    return flips.result()
  },
  'ROC-AUC': () => rocAuc(probabilities, human),
  'Kendall’s tau-b': () => kendallTauB(probabilities, judge),
  'Brier score': () => brierScore(probabilities, human),
  'calibration error': () => expectedCalibrationError(probabilities, human),
  'mean absolute error': () => meanAbsoluteError(probabilities, human),
  Wilson: () => wilsonInterval(counts.tp, counts.tp + counts.fn),
  'McNemar, Holm': () => holm([mcnemar(30_000, 29_500).exact, mcnemar(counts.fp, counts.fn).midP]),
  'paired difference, 100,000 clusters': () =>
    pairedDifference(human.map((label, at) => ({ a: Number(judge[at] === label), b: Number(other[at] === label) }))),
  'balanced accuracy of two, 100,000 clusters': () =>
    balancedAccuracyDifference(human.map((label, at) => ({ human: label, a: judge[at] ?? 0, b: other[at] ?? 0 }))),
  [`percentile bootstrap, ${RESAMPLES} resamples`]: () =>
    percentileBootstrap({ clusters: probabilities, statistic: mean, resamples: RESAMPLES }),
  [`BCa bootstrap, ${RESAMPLES} resamples`]: () => bcaBootstrap({ clusters: probabilities, statistic: mean, resamples: RESAMPLES }),
  'Rogan–Gladen': () => roganGladen({ observedRate: 0.6, tpr: 0.9, tnr: 0.8 }),
  'PPI++ as published': () => ppiWald(rows),
  'corrected mean, labels needed': () => {
    const { moments } = correctedMean(rows)
    return moments === null ? null : labelsNeeded(moments)
  },
}

sumOf(probabilities)
const floor = Math.min(...Array.from({ length: 20 }, () => secondsOf(() => sumOf(probabilities))))
let total = 0
console.log(`${PAIRS} labelled pairs; the floor, one pass of summation, takes ${(1000 * floor).toFixed(2)} ms of one core\n`)
console.log(`${''.padEnd(45)}      ms     floors`)
for (const [name, run] of Object.entries(statistics)) {
  const seconds = secondsOf(run)
  total += seconds
  print(name, seconds)
}
print('all', total)

function print(name: string, seconds: number): void {
  console.log(`${name.padEnd(45)}${(1000 * seconds).toFixed(0).padStart(8)} ${(seconds / floor).toFixed(0).padStart(10)}`)
}

/** CPU time, so that other work on the machine has little influence. */
function secondsOf(run: () => unknown): number {
  const before = process.cpuUsage()
  if (run() === undefined) throw new Error('a statistic gave nothing')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function sumOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
