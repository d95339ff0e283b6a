import type { Sample } from '@assay/core'
import { outputText } from '../answers/answer.ts'
import type { OwnAssertion } from '../assertions/interpret.ts'
import type { BuiltKind } from '../assertions/kind.ts'
import type { Reading } from '../reading/reading.ts'
import { contextsOf, type TestCase } from '../tests/test-case.ts'

/** Names of variables that hold the question. */
const QUESTIONS = ['query', 'question', 'user_input', 'userInput', 'input'] as const

/** The sample of a test. Its reference is the first one among its assertions, for reports. */
export function sampleOf(
  test: TestCase,
  built: readonly { readonly own: OwnAssertion; readonly kind: Pick<BuiltKind, 'reference'> }[],
  reading: Reading,
): Omit<Sample, 'id'> {
  const question = QUESTIONS.map((name) => (Object.hasOwn(test.vars, name) ? test.vars[name] : undefined)).find(
    (value) => typeof value === 'string',
  )
  const contexts = contextsOf(test)
  noteUnfilled(contexts, test, reading)
  const reference = built.find(({ kind }) => kind.reference !== undefined)?.kind.reference
  const { description, metadata, providerOutput } = test
  const told = { ...metadata, ...(description === undefined ? {} : { description }) }
  return {
    ...(question === undefined ? {} : { userInput: question }),
    ...(contexts === undefined ? {} : { retrievedContexts: contexts }),
    ...(reference === undefined ? {} : { reference }),
    ...(providerOutput === undefined || providerOutput === null ? {} : { response: outputText(providerOutput) }),
    ...(Object.keys(told).length === 0 ? {} : { metadata: told }),
  }
}

/** Variables are not filled into contexts, since data is not a template. Notes contexts that look like one. */
function noteUnfilled(contexts: readonly string[] = [], { vars, source }: TestCase, { notes }: Reading): void {
  for (const name of Object.keys(vars)) {
    if (name === 'context' || !contexts.some((text) => mentions(text, name))) continue
    notes.add(
      `{{${name}}} in a context stays as it stands: variables are filled into the values of assertions, not into data`,
      source.place(['vars', 'context']),
    )
  }
}

function mentions(text: string, name: string): boolean {
  return Array.from(text.matchAll(/\{\{([^{}]{1,400})\}\}/g)).some(([, inside = '']) => inside.trim() === name)
}
