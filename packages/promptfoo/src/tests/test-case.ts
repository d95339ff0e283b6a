import { isRecord } from '@assay/core'
import {
  type AssertionFields,
  assertionShape,
  type AssertSetFields,
  assertSetShape,
  type FactualityWeights,
  optionsShape,
  type ProviderFields,
  type TestFields,
  testShape,
  unreadNames,
} from '../reading/config-shapes.ts'
import { followed } from '../reading/follow-reference.ts'
import { namesFile, type Reading, readDocument, readText } from '../reading/reading.ts'
import type { Source, Written } from '../reading/source.ts'

export type Assertion = { readonly fields: AssertionFields; readonly source: Source; readonly set?: AssertSet }
export type AssertSet = { readonly fields: AssertSetFields; readonly source: Source }

/** A test merged with `defaultTest` and its scenario, with its files read. */
export type TestCase = {
  readonly vars: Readonly<Record<string, unknown>>
  /** The same as written, with `file://…` not replaced. */
  readonly writtenVars: Readonly<Record<string, unknown>>
  /** Those of `defaultTest` first. */
  readonly asserts: readonly Assertion[]
  /** The grader. */
  readonly provider: Placed<ProviderFields> | undefined
  readonly rubricPrompt: Placed<unknown> | undefined
  readonly factuality: FactualityWeights | undefined
  readonly transform: Placed<unknown> | undefined
  readonly transformVars: Placed<unknown> | undefined
  readonly prefix: string
  readonly suffix: string
  /** The target, instead of the providers of the configuration. */
  readonly target: Placed<unknown> | undefined
  /** Names of the providers and prompts that it is for; all if undefined. */
  readonly providers: readonly string[] | undefined
  readonly prompts: readonly string[] | undefined
  readonly threshold: number | undefined
  readonly description: string | undefined
  readonly metadata: Readonly<Record<string, unknown>> | undefined
  readonly providerOutput: unknown
  readonly scoringFunction: Placed<unknown> | undefined
  readonly source: Source
}

export type Placed<T> = { readonly value: T; readonly source: Source }

/** One of the layers that a test is merged from. */
export type TestLayer = { readonly fields: TestFields; readonly source: Source }

/** The most tests that list variables may make of one test. */
const MOST_COMBINATIONS = 10_000

/**
 * The test cases of one test: one for each combination of items of its list variables. A list in `context` is not expanded: it is the
 * contexts of one case. Nearer layers override others, as in promptfoo.
 */
export function testCasesOf(
  test: Written,
  { defaults, data, reading }: { readonly defaults: TestLayer | undefined; readonly data?: Written | undefined; readonly reading: Reading },
): TestCase[] {
  const own = layerOf(test, reading)
  const ofScenario = data === undefined ? undefined : layerOf(data, reading)
  /** The nearest first. */
  const layers = [own, ofScenario, defaults].filter((layer) => layer !== undefined)
  // Outside of scenarios, promptfoo ignores these fields of defaultTest.
  const tests = ofScenario === undefined ? [own] : layers
  const { source } = own
  const vars = merged(layers.map((layer) => varsOf(layer, reading)))
  const written = merged(layers.map(({ fields }) => (isRecord(fields.vars) ? fields.vars : undefined)))
  const isBare = nearest(layers, ({ options }) => options?.disableDefaultAsserts) === true
  const common = {
    asserts: layers
      .filter((layer) => layer !== defaults || !isBare)
      .toReversed()
      .flatMap(assertsOf),
    provider: placed(layers, ({ options }) => options?.provider, ['options', 'provider']),
    rubricPrompt: placed(layers, ({ options }) => options?.rubricPrompt, ['options', 'rubricPrompt']),
    factuality: nearest(layers, ({ options }) => options?.factuality),
    transform: placed<unknown>(layers, ({ options }) => options?.transform ?? options?.postprocess, ['options', 'transform']),
    transformVars: placed(layers, ({ options }) => options?.transformVars, ['options', 'transformVars']),
    prefix: nearest(layers, ({ options }) => options?.prefix) ?? '',
    suffix: nearest(layers, ({ options }) => options?.suffix) ?? '',
    target: placed(layers, ({ provider }) => provider, ['provider']),
    providers: nearest(layers, ({ providers }) => providers),
    prompts: nearest(layers, ({ prompts }) => prompts),
    threshold: nearest(layers, ({ threshold }) => threshold),
    description: nearest(tests, ({ description }) => description),
    metadata: layers.some(({ fields }) => isRecord(fields.metadata)) ? merged(layers.map(({ fields }) => fields.metadata)) : undefined,
    providerOutput: nearest(tests, ({ providerOutput }) => providerOutput),
    scoringFunction: placed(layers, ({ assertScoringFunction }) => assertScoringFunction, ['assertScoringFunction']),
    source,
  }
  const expands = nearest(layers, ({ options }) => options?.disableVarExpansion) !== true
  return combinations({ vars, written }, expands, source).map((each) =>
    Object.assign({}, common, { vars: each.vars, writtenVars: { ...vars, ...each.written } }),
  )
}

/** @throws AssayError `config` */
export function defaultTestOf(value: unknown, source: Source, reading: Reading): TestLayer | undefined {
  if (value === undefined || value === null) return undefined
  return layerOf(typeof value === 'string' ? source.located(() => readDocument(reading, value)) : { value, source }, reading)
}

function layerOf(written: Written, { notes }: Reading): TestLayer {
  const { value, source } = followed(written)
  const fields = source.read(value, testShape)
  for (const name of unreadNames(fields, testShape)) notes.add(`${JSON.stringify(name)} of a test is not read`, source.place([name]))
  for (const name of unreadNames(fields.options ?? {}, optionsShape)) {
    notes.add(`${JSON.stringify(name)} among the options of a test is not read`, source.place(['options', name]))
  }
  return { fields, source }
}

function nearest<T>(layers: readonly TestLayer[], read: (fields: TestFields) => T | null | undefined): T | undefined {
  for (const { fields } of layers) {
    const value = read(fields)
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

function placed<T>(
  layers: readonly TestLayer[],
  read: (fields: TestFields) => T | null | undefined,
  path: readonly string[],
): Placed<T> | undefined {
  for (const { fields, source } of layers) {
    const value = read(fields)
    if (value !== undefined && value !== null) return { value, source: source.at(path) }
  }
  return undefined
}

/** The nearest first. */
function merged(layers: readonly (Readonly<Record<string, unknown>> | null | undefined)[]): Record<string, unknown> {
  return Object.assign({}, ...layers.toReversed())
}

function assertsOf({ fields, source }: TestLayer): Assertion[] {
  return (fields.assert ?? []).flatMap((value, index) => {
    const written = followed({ value, source: source.at(['assert', index]) })
    if (!isRecord(written.value) || written.value['type'] !== 'assert-set') return [assertionOf(written)]
    const set: AssertSet = { fields: written.source.read(written.value, assertSetShape), source: written.source }
    return set.fields.assert.map((one, at) => {
      const inside = followed({ value: one, source: written.source.at(['assert', at]) })
      if (isRecord(inside.value) && inside.value['type'] === 'assert-set')
        throw inside.source.fault('an assert-set holds assertions, and no further sets.')
      return Object.assign({}, assertionOf(inside), { set })
    })
  })
}

function assertionOf({ value, source }: Written): Assertion {
  return { fields: source.read(value, assertionShape), source }
}

function varsOf({ fields, source }: TestLayer, reading: Reading): Record<string, unknown> | undefined {
  if (fields.vars === undefined || fields.vars === null) return undefined
  const at = source.at(['vars'])
  if (typeof fields.vars !== 'string') return readFiles(fields.vars, at, reading)
  const reference = fields.vars
  const { value, source: inside } = at.located(() => readDocument(reading, reference))
  return readFiles(inside.read(value, testShape.shape.vars) ?? {}, inside, reading)
}

function readFiles(vars: string | Readonly<Record<string, unknown>>, source: Source, reading: Reading): Record<string, unknown> {
  if (typeof vars === 'string') throw source.fault('variables are a map of names to values.')
  const read = (value: unknown, path: readonly (string | number)[]): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown, index) => read(item, [...path, index]))
    if (typeof value !== 'string' || namesFile(value) === undefined) return value
    if (namesFile(value) === 'code') {
      reading.notes.add(`${value} is code, which is not run: the variable stays without a value`, source.place(path))
      return undefined
    }
    return source.located(() => readText(reading, value), path)
  }
  return Object.fromEntries(Object.entries(vars).map(([name, value]) => [name, read(value, [name])]))
}

type BothVars = { readonly vars: Readonly<Record<string, unknown>>; readonly written: Readonly<Record<string, unknown>> }

function combinations(both: BothVars, expands: boolean, source: Source): BothVars[] {
  let made = [both]
  if (!expands) return made
  for (const [name, value] of Object.entries(both.vars)) {
    if (!Array.isArray(value) || name === 'context') continue
    if (made.length * value.length > MOST_COMBINATIONS)
      throw source.fault(`its list variables make more than ${MOST_COMBINATIONS} combinations.`, ['vars', name])
    const written = both.written[name]
    made = value.flatMap((item: unknown, at) =>
      made.map((each) => ({
        vars: { ...each.vars, [name]: item },
        written: { ...each.written, [name]: Array.isArray(written) ? written[at] : item },
      })),
    )
  }
  return made
}

/** The contexts of a case: one text, or a list of them. @throws AssayError `config` for anything else. */
export function contextsOf({ vars, source }: TestCase): readonly string[] | undefined {
  const context = vars['context']
  if (context === undefined || context === null) return undefined
  if (typeof context === 'string') return [context]
  if (Array.isArray(context) && context.every((item) => typeof item === 'string')) return context
  throw source.fault('the variable "context" is a text, or a list of texts.', ['vars', 'context'])
}
