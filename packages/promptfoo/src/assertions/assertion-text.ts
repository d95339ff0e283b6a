import { isRecord } from '@assay/core'
import { CannotCheck } from '../reading/cannot-check.ts'
import { namesFile, type Reading, readDocument, readText } from '../reading/reading.ts'
import type { Source } from '../reading/source.ts'
import { substitute } from '../tests/substitute.ts'
import type { Assertion, TestCase } from '../tests/test-case.ts'

type Test = Pick<TestCase, 'vars' | 'source'>

/**
 * A text of an assertion with its variables filled in, or the exact content of the file that it names.
 * @throws CannotCheck if it needs a template engine or code.
 * @throws AssayError `config` for a variable that the test does not have.
 */
export function assertionText(text: string, { source }: Pick<Assertion, 'source'>, test: Test, reading: Reading): string {
  const kind = namesFile(text)
  if (kind === 'code') throw new CannotCheck(`${text} is code, which is not run`, ['value'])
  if (kind === 'text') return source.located(() => readText(reading, text), ['value'])
  return filledText(text, source, test)
}

/**
 * A value of an assertion with variables filled into its texts, also inside lists and maps. A YAML or JSON file is replaced by its data; the
 * text of a `.txt` file is trimmed, as in promptfoo.
 * @throws CannotCheck and AssayError `config`, like `assertionText`.
 */
export function assertionValue(value: unknown, { source }: Pick<Assertion, 'source'>, test: Test, reading: Reading): unknown {
  if (typeof value !== 'string') return filledValue(value, source, test)
  if (/^file:\/\/.*\.(?:ya?ml|json)$/i.test(value)) return source.located(() => readDocument(reading, value).value, ['value'])
  const text = assertionText(value, { source }, test, reading)
  return /^file:\/\/.*\.txt$/i.test(value) ? text.trim() : text
}

function filledValue(value: unknown, source: Source, test: Test): unknown {
  if (typeof value === 'string') return filledText(value, source, test)
  if (Array.isArray(value)) return value.map((item: unknown) => filledValue(item, source, test))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filledValue(part, source, test)]))
}

function filledText(text: string, source: Source, test: Test): string {
  const filled = substitute(text, test.vars)
  if ('text' in filled) return filled.text
  if ('unsupported' in filled)
    throw new CannotCheck(`${filled.unsupported} takes a template engine, and only names of variables are filled in`, ['value'])
  const { file, line } = test.source.place()
  const where = line === undefined ? file : `${file}:${line}`
  throw source.fault(`it shows {{${filled.missing}}}, and the test at ${where} has no variable of that name.`, ['value'])
}
