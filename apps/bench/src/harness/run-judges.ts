import type { AnyMetric, Sample } from '@assay/core'
import { type Check, evaluate, type EvaluateOptions, type EvaluatedRow, type RunEvent, type RunSummary } from '@assay/runner'
import { createEffort, type EffortCounter } from '../figures/effort-figures.ts'
import type { RunnableJudge } from '../judges/bench-judge.ts'
import { judgeMetric, metricName, type RawVerdict, verdictsOf } from './judge-metric.ts'
import { type Question, sampleOf, type Variant } from './question.ts'

/** A judge's verdicts by id of the statement: one for each repeat. */
export type Answers = ReadonlyMap<string, readonly RawVerdict[]>

export type JudgesRun = {
  readonly summary: RunSummary
  readonly answersOf: (judge: RunnableJudge, variant: Variant) => Answers
  readonly effortOf: (judge: RunnableJudge) => EffortCounter
  readonly signatureOf: (judge: RunnableJudge) => string
}

export type RunJudgesOptions = {
  readonly judges: readonly RunnableJudge[]
  readonly questions: readonly Question[]
  /** Options of the runner: limits, store, resume, budget, signals. */
  readonly settings: Omit<EvaluateOptions, 'data' | 'metrics'>
  readonly onRows?:
    | ((rows: readonly EvaluatedRow[], load: () => { readonly inFlight: number; readonly limit: number | null }) => void)
    | undefined
}

/** Sends every question to the judges that it is for. All models share one run: one store, one budget, one id to resume. */
export async function runJudges({ judges, questions, settings, onRows }: RunJudgesOptions): Promise<JudgesRun> {
  const answers = new Map<string, Map<string, readonly RawVerdict[]>>()
  const efforts = new Map(judges.map(({ key }) => [metricName(key, 'plain'), createEffort()]))
  const { dataOf, checksOf, signatureOf } = judgeChecks(judges, questions)
  const byId = new Map(questions.map((question) => [question.id, question]))
  const models = judges.filter(({ verifier }) => verifier.kind !== 'screen')
  // Screens have a run of their own: an unreachable server or a spent budget, which end that of the models, does not touch it.
  const screens = models.length === 0 ? [] : judges.filter((judge) => !models.includes(judge))
  const checksBy = (only: readonly RunnableJudge[]) => (sample: Sample) => checksOf(sample, only).map((metric): Check => ({ metric }))
  if (screens.length > 0) {
    const free = evaluate({
      data: dataOf(),
      metrics: checksBy(screens),
      allowPartial: true,
      repeat: settings.repeat,
      signal: settings.signal,
    })
    for await (const rows of free.batches()) addVerdicts(rows)
  }
  const evaluation = evaluate({
    ...settings,
    // If one model cannot be reached, the others go on.
    stopScope: 'metric',
    data: dataOf(),
    metrics: checksBy(models.length === 0 ? judges : models),
    allowPartial: true,
    onEvent(event: RunEvent) {
      if (event.type === 'call-ended' || event.type === 'cached-reply') efforts.get(event.metric)?.see(event)
      settings.onEvent?.(event)
    },
  })
  for await (const rows of evaluation.batches()) {
    addVerdicts(rows)
    onRows?.(rows, evaluation.load)
  }
  return {
    summary: await evaluation.result(),
    answersOf: ({ key }, variant) => answers.get(metricName(key, variant)) ?? new Map(),
    effortOf: ({ key }) => efforts.get(metricName(key, 'plain')) ?? createEffort(),
    signatureOf,
  }

  function addVerdicts(rows: readonly EvaluatedRow[]): void {
    for (const { result } of rows) {
      const question = byId.get(result.id)
      if (question === undefined) continue
      for (const [name, score] of Object.entries(result.scores)) {
        const own = answers.get(name) ?? new Map<string, readonly RawVerdict[]>()
        answers.set(name, own)
        for (const [id, verdicts] of verdictsOf(score, question)) own.set(id, verdicts)
      }
    }
  }
}

export type JudgeChecks = {
  readonly dataOf: () => (Sample & { readonly id: string })[]
  /** The metrics for a question; those of `only`, if given. */
  readonly checksOf: (sample: Sample, only?: readonly RunnableJudge[]) => AnyMetric[]
  readonly signatureOf: (judge: RunnableJudge) => string
}

/** Which judges get which questions. A dry run uses it, too. */
export function judgeChecks(judges: readonly RunnableJudge[], questions: readonly Question[]): JudgeChecks {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const variants: readonly Variant[] = ['plain', 'reversed', 'distractors', 'injection']
  const metrics = judges.map((judge) => ({ judge, of: new Map(variants.map((variant) => [variant, judgeMetric(judge, variant)])) }))
  return {
    dataOf: () => questions.map(sampleOf),
    // Baselines get only the plain questions.
    checksOf: ({ id = '' }, only = judges) => {
      const question = byId.get(id)
      if (question === undefined) return []
      const { strategy, variant } = question
      return metrics.flatMap(({ judge, of }) => {
        const metric = of.get(variant)
        // Injection cases come as claims.
        const isFor =
          (strategy === null ? judge.strategy !== 'end-to-end' : strategy === judge.strategy) && (variant === 'plain' || !judge.isBaseline)
        return isFor && only.includes(judge) && metric !== undefined ? [metric] : []
      })
    },
    signatureOf: (judge) => metrics.find((one) => one.judge === judge)?.of.get('plain')?.signature ?? '',
  }
}
