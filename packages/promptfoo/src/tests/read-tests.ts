import type { ConfigFields } from '../reading/config-shapes.ts'
import type { Reading } from '../reading/reading.ts'
import type { Source, Written } from '../reading/source.ts'
import { scenarioTests } from './scenarios.ts'
import { defaultTestOf, type TestCase, testCasesOf } from './test-case.ts'
import { writtenTests } from './test-sources.ts'

/** The test cases of a configuration in the order of promptfoo: its tests, then those of its scenarios. @throws AssayError `config` */
export async function readTests(config: ConfigFields, source: Source, reading: Reading): Promise<TestCase[]> {
  const defaults = defaultTestOf(config.defaultTest, source.at(['defaultTest']), reading)
  const tests = await writtenTests(config.tests, source.at(['tests']), reading)
  const ofScenarios = await scenarioTests(config.scenarios, source.at(['scenarios']), reading)
  // Without tests and scenarios, defaultTest is the test.
  const isAlone = tests.length === 0 && reading.unread.length === 0 && (config.scenarios === undefined || config.scenarios === null)
  const written = isAlone ? [{ value: {}, source: source.at(['defaultTest']) }] : tests
  return [
    ...written.flatMap((test) => testCasesOf(test, { defaults, reading })),
    ...ofScenarios.flatMap(({ data, test }) => testCasesOf(test, { defaults, data, reading })),
  ]
}

/** Tests of a finished run, with the defaults already merged. @throws AssayError `config` */
export function testsOfRun(tests: readonly Written[], reading: Reading): TestCase[] {
  return tests.flatMap((test) => testCasesOf(test, { defaults: undefined, reading }))
}
