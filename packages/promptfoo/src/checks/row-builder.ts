import { type AnyMetric, canonicalJson, type MetricConfig, type Sample } from '@assay/core'
import type { Judge } from '@assay/options'
import type { Check, CheckSet, RowChecks, SkippedCheck } from '@assay/runner'
import { type AnswerChoice, sharedTarget, type Target } from '../answers/answer.ts'
import { assertionText, assertionValue } from '../assertions/assertion-text.ts'
import { type Interpreted, type OwnAssertion, skippedBy } from '../assertions/interpret.ts'
import type { BuiltKind, KindTools } from '../assertions/kind.ts'
import { createScoreNames } from '../assertions/score-names.ts'
import { embeddingOf, type EmbeddingOptions, similarityOf } from '../models/embeddings.ts'
import type { Graders } from '../models/graders.ts'
import { rubricOf } from '../models/rubric.ts'
import { CannotCheck } from '../reading/cannot-check.ts'
import { openThreshold } from '../reading/open-threshold.ts'
import type { AssertSet, TestCase } from '../tests/test-case.ts'
import { preparedCheck } from './prepared-check.ts'
import { sampleOf } from './sample-of.ts'

export type PromptfooRow = { readonly sample: Sample & { readonly id: string }; readonly checks: RowChecks }

export type RowBuilder = {
  /** The row of a test, with its checks and skipped assertions. @throws AssayError `config` */
  readonly build: (input: RowInput) => Promise<PromptfooRow>
}

type RowInput = {
  readonly test: TestCase
  readonly interpreted: Interpreted
  /** The target, if an answer is needed and the test provides none. */
  readonly choice: AnswerChoice | undefined
  readonly id: string
}

export type RowBuilderOptions = EmbeddingOptions & {
  readonly graders: Graders
  readonly metricFrom: MetricFrom
  /** Whether the target is called even if no assertion needs its answer. */
  readonly generate: boolean
}

/** Makes a metric of a catalog with this judge. */
export type MetricFrom = (config: MetricConfig, given: { readonly judge: Judge }) => Promise<AnyMetric>

export function createRowBuilder({ graders, metricFrom, similarityFrom, reading, generate }: RowBuilderOptions): RowBuilder {
  const names = createScoreNames(reading)
  const made = new Map<string, unknown>()

  function toolsFor({ assertion, kind: { types }, contextTransform }: OwnAssertion, test: TestCase, name: string): KindTools {
    const { fields, source } = assertion
    const grader = () => graders.of([placedIn(fields.provider, 'provider'), test.provider])
    const rubricPrompt = () => rubricOf([placedIn(fields.rubricPrompt, 'rubricPrompt'), test.rubricPrompt], reading)
    return {
      name,
      notes: reading.notes,
      factuality: test.factuality,
      contextForm: contextTransform !== undefined ? 'open' : Array.isArray(test.vars['context']) ? 'list' : 'text',
      text: (written) => assertionText(written, { source }, test, reading),
      value: (written) => assertionValue(written, { source }, test, reading),
      grader,
      rubricPrompt,
      rubricPromptUnread(why) {
        const place = placedIn(fields.rubricPrompt, 'rubricPrompt')?.source ?? test.rubricPrompt?.source
        if (place !== undefined) reading.notes.add(`the rubricPrompt is not read for ${fields.type}: ${why}`, place.place())
      },
      async judged(config) {
        const { judge, key } = await grader()
        return shared(canonicalJson([name, key, config]), () => source.settle(() => metricFrom({ ...config, name }, { judge })))
      },
      embedding: () => embeddingOf(assertion, test, reading, { isAlone: false }),
      similarity: () => similarityOf(assertion, test, { similarityFrom, reading }),
      threshold(standard) {
        if (fields.threshold !== undefined && fields.threshold !== null) return fields.threshold
        reading.notes.add(openThreshold(fields.type, standard), source.place())
        return standard
      },
      shared,
    }

    function shared<T>(key: string, make: () => T): T {
      const id = `${types[0]} ${key}`
      if (!made.has(id)) made.set(id, make())
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored under the key of its maker
      return made.get(id) as T
    }

    function placedIn<T>(value: T | null | undefined, field: string): { readonly value: T; readonly source: typeof source } | undefined {
      return value === undefined || value === null ? undefined : { value, source: source.at([field]) }
    }
  }

  return {
    async build({ test, interpreted: { own, skipped: before }, choice, id }) {
      const skipped: SkippedCheck[] = [...before]
      const target = choice !== undefined && 'target' in choice ? sharedTarget(choice.target) : undefined
      const nameOf = names.ofRow(test)
      const built: { readonly own: OwnAssertion; readonly kind: BuiltKind }[] = []
      for (const each of own) {
        try {
          if (choice !== undefined && 'cannot' in choice && each.needs !== 'nothing') throw new CannotCheck(choice.cannot)
          built.push({ own: each, kind: await each.kind.build(each.assertion, toolsFor(each, test, nameOf.score(each))) })
        } catch (error) {
          skipped.push(skippedBy(error, each.assertion, reading.notes))
        }
      }
      const sample = { id, ...sampleOf(test, built, reading) }
      const checks = built.map(({ own: each, kind }) => checkOf(each, kind, { test, sample, target, generate }, nameOf.set))
      const sets = setsOf(
        built.map((one) => one.own),
        nameOf.set,
      )
      const asks = built.flatMap(({ kind: { reference, asks: wanted = reference } }) =>
        wanted === undefined || wanted === sample.reference ? [] : [wanted],
      )
      return {
        sample,
        checks: {
          checks,
          ...(sets.length === 0 ? {} : { sets }),
          ...(test.threshold === undefined ? {} : { threshold: test.threshold }),
          ...(asks.length === 0 ? {} : { asks }),
          ...(skipped.length === 0 ? {} : { skipped }),
        },
      }
    },
  }
}

type CheckContext = {
  readonly test: TestCase
  readonly sample: Sample
  readonly target: (Target & { readonly joined: () => void }) | undefined
  readonly generate: boolean
}

function checkOf(own: OwnAssertion, kind: BuiltKind, context: CheckContext, nameOf: (set: AssertSet) => string): Check {
  const { weight } = own.assertion.fields
  const { set } = own.assertion
  const metric: AnyMetric = preparedCheck(own, kind, context)
  return {
    metric,
    ...(kind.threshold === undefined ? {} : { threshold: kind.threshold }),
    ...(kind.byVerdict === true ? { byVerdict: true } : {}),
    ...(own.negate ? { negate: true } : {}),
    ...(weight === undefined || weight === null ? {} : { weight }),
    ...(set === undefined ? {} : { set: nameOf(set) }),
  }
}

function setsOf(own: readonly OwnAssertion[], nameOf: (set: AssertSet) => string): CheckSet[] {
  const sets = new Set(own.map(({ assertion }) => assertion.set).filter((set) => set !== undefined))
  return Array.from(sets, (set) => ({
    name: nameOf(set),
    threshold: set.fields.threshold ?? undefined,
    weight: set.fields.weight ?? undefined,
  }))
}
