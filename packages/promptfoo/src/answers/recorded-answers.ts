import { basename } from 'node:path'
import { type AssayError, canonicalJson, isRecord, configError } from '@assay/core'
import type { Written } from '../reading/source.ts'
import { documentSource } from '../reading/source.ts'
import type { TestCase } from '../tests/test-case.ts'
import { answerIn } from './code-target.ts'
import type { AnswerChoice, Target } from './answer.ts'
import type { PromptfooResult } from './results-file.ts'
import { restsOf } from './rests.ts'

export type RecordedAnswers = {
  /** The recorded answer of each result of the test. */
  readonly of: (test: TestCase) => readonly AnswerChoice[]
  /** The tests of results without a test in the configuration, as promptfoo wrote them. */
  readonly otherTests: () => readonly Written[]
}

/**
 * Assigns the outputs of a finished promptfoo run to tests with the same variables; in their order if several tests have the same.
 * @throws AssayError `config` if the assignment is ambiguous.
 */
export function recordedAnswers(results: readonly PromptfooResult[], tests: readonly TestCase[], path: string): RecordedAnswers {
  const unclaimed = byKey(results)
  const runs = new Map<TestCase, readonly PromptfooResult[]>()
  for (const [key, same] of testsByKey(tests, unclaimed)) {
    const found = unclaimed.get(key) ?? []
    unclaimed.delete(key)
    // promptfoo numbers tests consecutively; a repeated test has several consecutive numbers.
    const numbers = [...new Set(found.map(({ testIdx }) => testIdx))].toSorted((a, b) => a - b)
    const repeats = numbers.length / same.length
    if (!Number.isInteger(repeats)) throw ambiguous(path, same, numbers.length)
    for (const [at, test] of same.entries()) {
      const own = new Set(numbers.slice(at * repeats, (at + 1) * repeats))
      runs.set(
        test,
        found.filter(({ testIdx }) => own.has(testIdx)),
      )
    }
  }
  return {
    of(test) {
      const found = runs.get(test) ?? []
      if (found.length > 0) return choicesOf(found, path)
      return [{ label: '', cannot: `${path} holds no output of its test: run promptfoo eval -o again` }]
    },
    otherTests() {
      const first = new Map<number, PromptfooResult>()
      for (const result of [...unclaimed.values()].flat()) if (!first.has(result.testIdx)) first.set(result.testIdx, result)
      const source = documentSource({ file: basename(path), value: undefined, lineOf: undefined })
      return [...first.values()].toSorted((a, b) => a.testIdx - b.testIdx).map(({ testCase }) => ({ value: { ...testCase }, source }))
    },
  }
}

function byKey(results: readonly PromptfooResult[]): Map<string, PromptfooResult[]> {
  const found = new Map<string, PromptfooResult[]>()
  for (const result of results) {
    const key = keyOf(result.vars ?? result.testCase?.vars ?? {})
    const known = found.get(key)
    if (known === undefined) found.set(key, [result])
    else known.push(result)
  }
  return found
}

/** Newer versions of promptfoo write variables as in the configuration, older ones with the content of files in place of `file://`. */
function testsByKey(tests: readonly TestCase[], results: ReadonlyMap<string, unknown>): Map<string, TestCase[]> {
  const found = new Map<string, TestCase[]>()
  for (const test of tests) {
    const keys = [keyOf(test.writtenVars), keyOf(test.vars)]
    const key = keys.find((one) => results.has(one))
    if (key === undefined) continue
    const known = found.get(key)
    if (known === undefined) found.set(key, [test])
    else known.push(test)
  }
  return found
}

/** Files count by name only, since the run may have been in another folder. Variables that promptfoo adds are left out. */
function keyOf(vars: Readonly<Record<string, unknown>>): string {
  const own = Object.entries(vars).filter(([name, value]) => !name.startsWith('_') && name !== 'sessionId' && value !== undefined)
  return canonicalJson(Object.fromEntries(own.map(([name, value]) => [name, plain(value)])))
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('file://') ? `file://${basename(value)}` : value.trim()
  if (Array.isArray(value)) return value.map(plain)
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, plain(inside)])) : value
}

function choicesOf(found: readonly PromptfooResult[], path: string): AnswerChoice[] {
  const results = found.toSorted((a, b) => a.promptIdx - b.promptIdx || a.testIdx - b.testIdx)
  const providers = [...new Set(results.map(providerName))]
  const prompts = [...new Set(results.map(promptName))]
  const tests = [...new Set(results.map(({ testIdx }) => testIdx))]
  return results.map((result) => {
    const parts = [
      ...(providers.length > 1 ? [providerName(result)] : []),
      ...(prompts.length > 1 ? [`prompt-${prompts.indexOf(promptName(result)) + 1}`] : []),
      ...(tests.length > 1 ? [`repeat-${tests.indexOf(result.testIdx) + 1}`] : []),
    ]
    return { label: parts.map((part) => ` ${part}`).join(''), target: targetOf(result, path) }
  })
}

function targetOf(result: PromptfooResult, path: string): Target {
  const { response, error, testCase } = result
  const name = `the run in ${path}`
  const isTransformed = [testCase?.options?.transform, testCase?.options?.postprocess].some((one) => one !== undefined && one !== null)
  return {
    rests: restsOf(providerName(result), promptName(result)),
    givesMetadata: true,
    prompt: typeof result.prompt === 'string' ? result.prompt : (result.prompt?.raw ?? undefined),
    // A failed transform or assertion of promptfoo is an error of the result, not of the response.
    answer: async () => ({ ...answerIn(response ?? { error }, name), isTransformed }),
  }
}

function providerName({ provider }: PromptfooResult): string {
  if (typeof provider === 'string') return provider
  return provider?.label || provider?.id || 'provider'
}

function promptName({ prompt, promptIdx }: PromptfooResult): string {
  if (typeof prompt === 'string') return prompt
  return prompt?.label || prompt?.raw || `prompt ${promptIdx + 1}`
}

function ambiguous(path: string, tests: readonly TestCase[], found: number): AssayError {
  const places = tests.map(({ source }) => {
    const { file, line } = source.place()
    return line === undefined ? file : `${file}:${line}`
  })
  return configError(
    `${path} has outputs of ${found} tests with the variables that ${tests.length} tests have here (${[...new Set(places)].slice(0, 5).join(', ')}), so which is whose cannot be told. Run promptfoo eval -o again with this configuration.`,
  )
}
