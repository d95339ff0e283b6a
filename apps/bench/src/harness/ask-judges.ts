import type { AnyMetric, Sample } from '@assay/core'
import { type Check, evaluate, type EvaluateOptions, type EvaluatedRow, type RunEvent, type RunSummary } from '@assay/runner'
import { createEffort, type EffortCounter } from '../figures/effort-figures.ts'
import type { AskedJudge } from '../judges/bench-judge.ts'
import { judgeMetric, metricName, type RawVerdict, verdictsOf } from './judge-metric.ts'
import { type Question, sampleOf, type Variant } from './question.ts'

/** What a judge said, by the id of the statement: one verdict for each repeat. */
export type Answers = ReadonlyMap<string, readonly RawVerdict[]>

export type Asked = {
  readonly summary: RunSummary
  readonly answersOf: (judge: AskedJudge, variant: Variant) => Answers
  readonly effortOf: (judge: AskedJudge) => EffortCounter
  readonly signatureOf: (judge: AskedJudge) => string
}

export type AskOptions = {
  readonly judges: readonly AskedJudge[]
  readonly questions: readonly Question[]
  /** Of the runner: limits, store, resume, budget, signals. */
  readonly settings: Omit<EvaluateOptions, 'data' | 'metrics'>
  readonly onRows?:
    | ((rows: readonly EvaluatedRow[], load: () => { readonly inFlight: number; readonly limit: number | null }) => void)
    | undefined
}

/** Puts every question to every judge that it is for, in one run of all models: one store, one budget, one id to resume it by. */
export async function askJudges({ judges, questions, settings, onRows }: AskOptions): Promise<Asked> {
  const answers = new Map<string, Map<string, readonly RawVerdict[]>>()
  const efforts = new Map(judges.map(({ key }) => [metricName(key, 'plain'), createEffort()]))
  const { dataOf, checksOf, signatureOf } = asking(judges, questions)
  const byId = new Map(questions.map((question) => [question.id, question]))
  const models = judges.filter(({ verifier }) => verifier.kind !== 'screen')
  // Screens answer whatever happens to the run of the models, which an unreachable server or a budget ends.
  const screens = models.length === 0 ? [] : judges.filter((judge) => !models.includes(judge))
  const checksBy = (asked: readonly AskedJudge[]) => (sample: Sample) => checksOf(sample, asked).map((metric): Check => ({ metric }))
  if (screens.length > 0) {
    const free = evaluate({
      data: dataOf(),
      metrics: checksBy(screens),
      allowPartial: true,
      repeat: settings.repeat,
      signal: settings.signal,
    })
    for await (const rows of free.batches()) keep(rows)
  }
  const evaluation = evaluate({
    ...settings,
    // A model that cannot be reached takes no verdict from the others.
    stopScope: 'metric',
    data: dataOf(),
    metrics: checksBy(models.length === 0 ? judges : models),
    allowPartial: true,
    onEvent(event: RunEvent) {
      if (event.type === 'call-ended' || event.type === 'kept-reply') efforts.get(event.metric)?.see(event)
      settings.onEvent?.(event)
    },
  })
  for await (const rows of evaluation.batches()) {
    keep(rows)
    onRows?.(rows, evaluation.load)
  }
  return {
    summary: await evaluation.result(),
    answersOf: ({ key }, variant) => answers.get(metricName(key, variant)) ?? new Map(),
    effortOf: ({ key }) => efforts.get(metricName(key, 'plain')) ?? createEffort(),
    signatureOf,
  }

  function keep(rows: readonly EvaluatedRow[]): void {
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

export type Asking = {
  readonly dataOf: () => (Sample & { readonly id: string })[]
  /** The metrics that a question is put to; of some of the judges only, where these are named. */
  readonly checksOf: (sample: Sample, only?: readonly AskedJudge[]) => AnyMetric[]
  readonly signatureOf: (judge: AskedJudge) => string
}

/** Who is asked what: also for a dry run, which asks the same of nobody. */
export function asking(judges: readonly AskedJudge[], questions: readonly Question[]): Asking {
  const byId = new Map(questions.map((question) => [question.id, question]))
  const variants: readonly Variant[] = ['plain', 'reversed', 'distractors', 'injection']
  const metrics = judges.map((judge) => ({ judge, of: new Map(variants.map((variant) => [variant, judgeMetric(judge, variant)])) }))
  return {
    dataOf: () => questions.map(sampleOf),
    // A floor is asked the plain questions alone.
    checksOf: ({ id = '' }, only = judges) => {
      const question = byId.get(id)
      if (question === undefined) return []
      const { strategy, variant } = question
      return metrics.flatMap(({ judge, of }) => {
        const metric = of.get(variant)
        const isFor = (strategy === null || strategy === judge.strategy) && (variant === 'plain' || !judge.isFloor)
        return isFor && only.includes(judge) && metric !== undefined ? [metric] : []
      })
    },
    signatureOf: (judge) => metrics.find((one) => one.judge === judge)?.of.get('plain')?.signature ?? '',
  }
}
