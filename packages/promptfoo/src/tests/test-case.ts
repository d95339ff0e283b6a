import {
  type AssertionFields,
  assertionShape,
  type ProviderFields,
  type TestFields,
  testShape,
  optionsShape,
  unreadNames,
} from '../reading/config-shapes.ts'
import { namesFile, type Reading, readDocument, readText } from '../reading/reading.ts'
import type { Source } from '../reading/source.ts'
import type { RawTest } from './test-sources.ts'

export type Assertion = { readonly fields: AssertionFields; readonly source: Source }

/** A test with what `defaultTest` adds to it, its files read. */
export type TestCase = {
  readonly vars: Readonly<Record<string, unknown>>
  /** Those of `defaultTest` first. */
  readonly asserts: readonly Assertion[]
  readonly provider: Placed<ProviderFields> | undefined
  readonly rubricPrompt: Placed<unknown> | undefined
  readonly threshold: number | undefined
  readonly description: string | undefined
  readonly metadata: Readonly<Record<string, unknown>> | undefined
  readonly providerOutput: unknown
  readonly source: Source
}

export type Placed<T> = { readonly value: T; readonly source: Source }

export type DefaultTest = { readonly fields: TestFields; readonly source: Source }

/** More tests from one would be a mistake in its lists. */
const MOST_COMBINATIONS = 10_000

/**
 * The test cases of one written test: one for each combination of the items of its list variables. A list in `context` is no such
 * list but the contexts of one case.
 */
export function testCasesOf({ value, source }: RawTest, defaults: DefaultTest | undefined, reading: Reading): TestCase[] {
  const fields = source.read(value, testShape)
  reportUnread(fields, source, reading)
  const vars = { ...varsOf(defaults?.fields, defaults?.source, reading), ...varsOf(fields, source, reading) }
  const expands = (fields.options?.disableVarExpansion ?? defaults?.fields.options?.disableVarExpansion) !== true
  const common = {
    asserts: [...assertsOf(defaults?.fields, defaults?.source), ...assertsOf(fields, source)],
    provider: providerOf({ fields, source }) ?? providerOf(defaults),
    rubricPrompt: rubricOf({ fields, source }) ?? rubricOf(defaults),
    threshold: fields.threshold ?? defaults?.fields.threshold ?? undefined,
    description: fields.description ?? undefined,
    metadata: merged(defaults?.fields.metadata, fields.metadata),
    providerOutput: fields.providerOutput ?? defaults?.fields.providerOutput,
    source,
  }
  return combinations(vars, expands, source).map((each) => Object.assign({}, common, { vars: each }))
}

/** @throws AssayError `config` */
export function defaultTestOf(value: unknown, source: Source, reading: Reading): DefaultTest | undefined {
  if (value === undefined || value === null) return undefined
  const found = typeof value === 'string' ? source.located(() => readDocument(reading, value)) : { value, source }
  const fields = found.source.read(found.value, testShape)
  reportUnread(fields, found.source, reading)
  return { fields, source: found.source }
}

function reportUnread(fields: TestFields, source: Source, { notes }: Reading): void {
  for (const name of unreadNames(fields, testShape)) notes.add(`${JSON.stringify(name)} of a test is not read`, source.place([name]))
  for (const name of unreadNames(fields.options ?? {}, optionsShape)) {
    notes.add(`${JSON.stringify(name)} among the options of a test is not read`, source.place(['options', name]))
  }
}

function providerOf(test: DefaultTest | undefined): Placed<ProviderFields> | undefined {
  const value = test?.fields.options?.provider ?? undefined
  return test === undefined || value === undefined ? undefined : { value, source: test.source.at(['options', 'provider']) }
}

function rubricOf(test: DefaultTest | undefined): Placed<unknown> | undefined {
  const value = test?.fields.options?.rubricPrompt ?? undefined
  return test === undefined || value === undefined ? undefined : { value, source: test.source.at(['options', 'rubricPrompt']) }
}

function assertsOf(fields: TestFields | undefined, source: Source | undefined): Assertion[] {
  if (fields?.assert === undefined || fields.assert === null || source === undefined) return []
  return fields.assert.map((value, index) => {
    const at = source.at(['assert', index])
    if (typeof value === 'object' && value !== null && '$ref' in value)
      throw at.fault('$ref is not followed. Write the assertion itself here, or share it by a YAML anchor: &name, then *name.', ['$ref'])
    const assertion = at.read(value, assertionShape)
    return { fields: assertion, source: at }
  })
}

function varsOf(fields: TestFields | undefined, source: Source | undefined, reading: Reading): Record<string, unknown> {
  if (fields?.vars === undefined || fields.vars === null || source === undefined) return {}
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

function combinations(vars: Readonly<Record<string, unknown>>, expands: boolean, source: Source): Readonly<Record<string, unknown>>[] {
  let made: Readonly<Record<string, unknown>>[] = [vars]
  if (!expands) return made
  for (const [name, value] of Object.entries(vars)) {
    if (!Array.isArray(value) || name === 'context') continue
    if (made.length * value.length > MOST_COMBINATIONS)
      throw source.fault(`its list variables make more than ${MOST_COMBINATIONS} combinations.`, ['vars', name])
    made = value.flatMap((item: unknown) => made.map((each) => ({ ...each, [name]: item })))
  }
  return made
}

function merged(
  below: Readonly<Record<string, unknown>> | null | undefined,
  above: typeof below,
): Readonly<Record<string, unknown>> | undefined {
  return below === undefined && above === undefined ? undefined : { ...below, ...above }
}

/** The contexts of a case: one text, or a list of them. @throws AssayError `config` for anything else. */
export function contextsOf({ vars, source }: TestCase): readonly string[] | undefined {
  const context = vars['context']
  if (context === undefined || context === null) return undefined
  if (typeof context === 'string') return [context]
  if (Array.isArray(context) && context.every((item) => typeof item === 'string')) return context
  throw source.fault('the variable "context" is a text, or a list of texts.', ['vars', 'context'])
}
