import type { AnyMetric, Sample, SimilarityFn } from '@assay/core'
import { AssayError, canonicalJson } from '@assay/core'
import { rubricAssessor } from '@assay/judge'
import { contextRecall } from '@assay/metric-llm-recall'
import type { Check } from '@assay/runner'
import type { OwnAssertion } from '../tests/assertion-kind.ts'
import { assertionText } from '../tests/assertion-text.ts'
import { embeddingProvider, type Graders, type Judge } from '../models/graders.ts'
import { levenshteinMetric } from './levenshtein-metric.ts'
import { preparedMetric } from './prepared-metric.ts'
import { modelConfigOf } from '../models/provider-config.ts'
import { openThreshold } from '../reading/open-threshold.ts'
import type { Reading } from '../reading/reading.ts'
import { rubricOf } from '../models/rubric.ts'
import { similarMetric } from './similar-metric.ts'
import type { Target } from '../models/target.ts'
import type { Placed, TestCase } from '../tests/test-case.ts'
import { withoutContext } from './without-context.ts'

const DEFAULT_RECALL = 0.5
const DEFAULT_SIMILARITY = 0.75
const DEFAULT_EDITS = 5
const DEFAULT_EMBEDDING = 'openai:text-embedding-3-large'

export type CheckBuilder = {
  /** `undefined` where the assertion had to be left out, which was then reported. @throws AssayError `config` */
  readonly build: (own: OwnAssertion, row: RowContext) => Promise<Check | undefined>
}

type RowContext = {
  readonly test: TestCase
  readonly sample: Sample
  /** Who answers where the row has no answer of its own. */
  readonly target: Target | undefined
  /** Ask the target although the assertion does not need it. */
  readonly generate: boolean
  /** Gives a metric a name that no other check of the row has. */
  readonly nameFor: (own: OwnAssertion) => string
}

export type CheckBuilderOptions = {
  readonly graders: Graders
  readonly similarityFrom: (id: string) => Promise<SimilarityFn>
  readonly reading: Reading
}

export function createCheckBuilder({ graders, similarityFrom, reading }: CheckBuilderOptions): CheckBuilder {
  const recalls = new Map<string, AnyMetric>()

  async function recall(own: OwnAssertion, row: RowContext): Promise<Check | undefined> {
    const { fields, source } = own.assertion
    if (typeof fields.value !== 'string')
      throw source.fault(`${fields.type} needs a value: the text whose statements the context should hold.`, ['value'])
    const reference = assertionText(fields.value, own.assertion, row.test, reading)
    if (reference === undefined) return undefined
    const base = await recallMetric(own, row)
    const threshold = thresholdOf(own, DEFAULT_RECALL)
    if (threshold > 1) throw source.fault(`the threshold is ${threshold}; recall is a share, from 0 to 1.`, ['threshold'])
    const { contextPath } = own
    if (contextPath === undefined && row.sample.retrievedContexts === undefined) return checkOf(own, withoutContext(base), threshold)
    const isOfSample = reference === row.sample.reference && contextPath === undefined
    if (isOfSample && !row.generate) return checkOf(own, base, threshold)
    const metric = withAnswer(base, own, row, (sample) => {
      if (contextPath === undefined) return { ...sample, reference }
      const { vars, metadata, providerOutput } = row.test
      const output = typeof providerOutput === 'object' && providerOutput !== null ? providerOutput : sample.response
      return { ...sample, reference, retrievedContexts: contextPath.from({ output, metadata, vars }) }
    })
    return checkOf(own, metric, threshold)
  }

  async function recallMetric(own: OwnAssertion, { test, nameFor }: RowContext): Promise<AnyMetric> {
    const { fields, source } = own.assertion
    const provider = fields.provider ?? undefined
    const { judge, key } = await graders.of([
      provider === undefined ? undefined : { value: provider, source: source.at(['provider']) },
      test.provider,
    ])
    const own_ = fields.rubricPrompt ?? undefined
    const rubric = rubricOf(
      [own_ === undefined ? undefined : { value: own_, source: source.at(['rubricPrompt']) }, test.rubricPrompt],
      reading,
    )
    const name = nameFor(own)
    const id = canonicalJson([name, key, rubric?.value ?? null])
    const known = recalls.get(id)
    if (known !== undefined) return known
    const made = makeRecall(judge, name, rubric)
    recalls.set(id, made)
    return made
  }

  function makeRecall(
    judge: Judge,
    name: string,
    rubric: Placed<Parameters<typeof rubricAssessor>[0]['rubricPrompt']> | undefined,
  ): AnyMetric {
    if (rubric === undefined) return contextRecall({ judge, name })
    if (!('doGenerate' in judge)) {
      reading.notes.add(`the rubricPrompt is for models: ${judge.signature} works without one`, rubric.source.place())
      return contextRecall({ judge, name })
    }
    return contextRecall({ assessor: rubric.source.located(() => rubricAssessor({ judge, rubricPrompt: rubric.value })), name })
  }

  async function levenshtein(own: OwnAssertion, row: RowContext): Promise<Check | undefined> {
    const { fields, source } = own.assertion
    if (typeof fields.value !== 'string') throw source.fault('levenshtein needs a value: the text to be near to.', ['value'])
    const value = assertionText(fields.value, own.assertion, row.test, reading)
    if (value === undefined) return undefined
    // promptfoo takes a 0 for none.
    const base = levenshteinMetric({ value, atMost: fields.threshold || DEFAULT_EDITS, name: row.nameFor(own) })
    return checkOf(own, withAnswer(base, own, row), 1)
  }

  async function similar(own: OwnAssertion, row: RowContext): Promise<Check | undefined> {
    const { fields, source } = own.assertion
    const written: readonly unknown[] = Array.isArray(fields.value) ? fields.value : [fields.value]
    const values = written.map((value) => {
      if (typeof value !== 'string') throw source.fault('similar needs a value: a text, or a list of texts.', ['value'])
      return assertionText(value, own.assertion, row.test, reading)
    })
    const texts = values.filter((value) => value !== undefined)
    if (texts.length < values.length) return undefined
    const similarity = await similarityFrom(`embedding:${embeddingId(own, row.test)}`)
    const base = similarMetric({ similarity, values: texts, name: row.nameFor(own) })
    return checkOf(own, withAnswer(base, own, row), thresholdOf(own, DEFAULT_SIMILARITY))
  }

  function embeddingId({ assertion: { fields, source } }: OwnAssertion, test: TestCase): string {
    const given = fields.provider ?? undefined
    const own = given === undefined ? undefined : { value: embeddingProvider(given) ?? given, source: source.at(['provider']) }
    const ofTest = test.provider === undefined ? undefined : embeddingProvider(test.provider.value)
    const named = own ?? (ofTest === undefined ? undefined : { value: ofTest, source: test.source })
    if (named === undefined) {
      reading.notes.add(`no embeddings are named for similar: ${DEFAULT_EMBEDDING} is asked, as in promptfoo`, source.place(['type']))
      return DEFAULT_EMBEDDING
    }
    const { id, ...options } = named.source.located(() =>
      modelConfigOf(named.value, reading, (what) => reading.notes.add(what, named.source.place())),
    )
    if (Object.keys(options).length > 0)
      throw named.source.fault(`embeddings take no options here (${Object.keys(options).join(', ')}). Name the model alone.`)
    return id
  }

  function thresholdOf({ assertion: { fields, source } }: OwnAssertion, standard: number): number {
    if (fields.threshold !== undefined && fields.threshold !== null) return fields.threshold
    reading.notes.add(openThreshold(fields.type, standard), source.place())
    return standard
  }

  const builders = { 'context-recall': recall, levenshtein, similar }
  return { build: (own, row) => builders[own.kind](own, row) }
}

function checkOf({ negate, assertion: { fields } }: OwnAssertion, metric: AnyMetric, threshold: number): Check {
  const { weight } = fields
  return { metric, threshold, ...(negate ? { negate } : {}), ...(weight === undefined || weight === null ? {} : { weight }) }
}

function withAnswer(
  base: AnyMetric,
  own: OwnAssertion,
  { target, generate }: RowContext,
  adapt: (sample: Sample) => Sample = same,
): AnyMetric {
  if (target === undefined || !(own.readsOutput || generate)) return adapt === same ? base : preparedMetric(base, { prepare: adapt })
  return preparedMetric(base, {
    rests: target.rests,
    prepare: async (sample, runtime) => adapt({ ...sample, response: await target.answer(sample, runtime) }),
  })
}

function same(sample: Sample): Sample {
  return sample
}

/** @throws AssayError `config` where nobody can judge. */
export function nobodyJudges(): AssayError {
  return new AssayError({
    kind: 'config',
    message:
      'context-recall needs a grader. The file names none, and no key is set in the environment. Name one, as in --judge openai:gpt-5-mini, or --judge lexical --allow-screen for a screen that needs no model.',
  })
}
