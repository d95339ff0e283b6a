import { isRecord } from '@assay/core'
import { followed } from '../reading/follow-reference.ts'
import { scenarioShape, unreadNames } from '../reading/config-shapes.ts'
import { type Reading, readDocument } from '../reading/reading.ts'
import type { Source, Written } from '../reading/source.ts'
import { filesNamed } from './file-patterns.ts'
import { writtenTests } from './test-sources.ts'

/** A test of a scenario with one entry of its data. */
export type ScenarioTest = { readonly data: Written; readonly test: Written }

/**
 * Every test of a scenario on every entry of its `config`, in the order of promptfoo: entries first, tests within.
 * @throws AssayError `config`
 */
export async function scenarioTests(scenarios: unknown, source: Source, reading: Reading): Promise<ScenarioTest[]> {
  if (scenarios === undefined || scenarios === null) return []
  const listed: readonly Written[] = Array.isArray(scenarios)
    ? scenarios.map((value: unknown, index) => ({ value, source: source.at([index]) }))
    : [{ value: scenarios, source }]
  const written = listed.flatMap((one) => scenariosNamed(one, reading)).map(followed)
  const found = await Promise.all(written.map((one) => testsOf(one, reading)))
  return found.flat()
}

function scenariosNamed({ value, source }: Written, reading: Reading): readonly Written[] {
  if (typeof value !== 'string') return [{ value, source }]
  return filesNamed(value, source, reading).flatMap((file) => {
    const { value: inside, source: at } = source.located(() => readDocument(reading, file))
    return Array.isArray(inside)
      ? inside.map((one: unknown, index) => ({ value: one, source: at.at([index]) }))
      : [{ value: inside, source: at }]
  })
}

async function testsOf({ value, source }: Written, reading: Reading): Promise<ScenarioTest[]> {
  const fields = source.read(value, scenarioShape)
  for (const name of unreadNames(fields, scenarioShape))
    reading.notes.add(`${JSON.stringify(name)} of a scenario is not read`, source.place([name]))
  const tests =
    fields.tests === undefined || fields.tests === null
      ? [{ value: {}, source }]
      : await writtenTests(fields.tests, source.at(['tests']), reading)
  const entries = fields.config.map((entry, index) => followed({ value: entry, source: source.at(['config', index]) }))
  const elsewhere = entries.find((entry) => isRecord(entry.value) && ('$values' in entry.value || '$expand' in entry.value))
  if (elsewhere !== undefined) throw elsewhere.source.fault('entries in another file are not read. Write them here.')
  return entries.flatMap((data) => tests.map((test) => ({ data, test })))
}
