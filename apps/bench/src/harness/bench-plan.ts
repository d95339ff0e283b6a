import { configError } from '@assay/core'
import type { Strategy } from '../figures/bench-result.ts'
import { readFixtures, type Fixtures } from '../fixtures/read-fixtures.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import { type RunnableJudge, type BenchJudge, isRunnable } from '../judges/bench-judge.ts'
import { judgesFrom } from '../judges/judges-from.ts'
import { type LabelledSource, readDevSources } from '../lexical/dev-sources.ts'
import { type InjectionCase, injectionQuestions, readInjectionCases } from './injection-suite.ts'
import { distractedQuestions, reversedQuestions } from './order-variants.ts'
import { hasGroups, plainQuestions, type Question } from './question.ts'
import { splitItems, type SplitItems } from './split-items.ts'

/** What a benchmark is to measure. */
export type BenchOptions = {
  readonly judges: readonly string[]
  readonly fixtures: readonly string[]
  /** Default: `per-claim`. */
  readonly strategies?: readonly Strategy[] | undefined
  /** How often every question is sent to a model. Default 1. */
  readonly repeat?: number | undefined
  readonly limit?: number | undefined
  /** Also judge with contexts reversed, and with distractors among them. */
  readonly order?: boolean | undefined
  readonly injection?: boolean | undefined
  /** The split on which thresholds are learned. It is not reported. */
  readonly thresholdFrom?: string | undefined
}

export type BenchPlan = {
  readonly fixtures: Fixtures
  /** All items that are judged. */
  readonly items: readonly FixtureItem[]
  readonly split: SplitItems
  readonly judges: readonly BenchJudge[]
  /** Those of `judges` that the run calls. */
  readonly runnable: readonly RunnableJudge[]
  readonly questions: readonly Question[]
  readonly injection: readonly InjectionCase[]
  readonly devSources: readonly LabelledSource[]
  readonly notes: readonly string[]
}

/** Reads all inputs, and makes no call yet. @throws AssayError `config` or `data` for what cannot be measured. */
export async function planBench(options: BenchOptions): Promise<BenchPlan> {
  const { repeat = 1, order = false, injection = false, thresholdFrom } = options
  if (order && repeat < 2) {
    throw configError('--order needs --repeat 2 or more: the effect of another order is measured against that of a repeat.')
  }
  const fixtures = readFixtures(options.fixtures, { limit: options.limit ?? Infinity })
  const { items } = fixtures
  const split = thresholdFrom === undefined ? { learned: [], reported: items } : splitItems(items, thresholdFrom)
  const wanted = options.strategies ?? ['per-claim']
  const strategies = wanted.filter((strategy) => strategy === 'per-claim' || hasGroups(items))
  if (strategies.length === 0) throw configError('--strategy batched: no two items have equal contexts, so there is nothing to batch.')
  const devSources = readDevSources()
  const judges = await judgesFrom({ written: options.judges, strategies, items, sources: devSources })
  const runnable = judges.filter(isRunnable)
  const cases = injection ? readInjectionCases() : []
  const used = new Set(runnable.map(({ strategy }) => strategy))
  const plain = [...used].flatMap((strategy) => plainQuestions(items, strategy))
  const probed = order && runnable.some(({ isBaseline }) => !isBaseline)
  const altered = probed ? [...reversedQuestions(plain), ...distractedQuestions(plain, items)] : []
  return {
    fixtures,
    items,
    split,
    judges,
    runnable,
    questions: [...plain, ...altered, ...injectionQuestions(cases)],
    injection: cases,
    devSources,
    notes: strategies.length < wanted.length ? ['batched is left out: no two items have equal contexts.'] : [],
  }
}
