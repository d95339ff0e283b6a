import { CannotCheck } from '../reading/cannot-check.ts'
import { namesFile, type Reading, readText } from '../reading/reading.ts'
import { substitute } from '../tests/substitute.ts'
import type { Assertion, TestCase } from '../tests/test-case.ts'

/**
 * A text of an assertion with its variables filled in, or the content of the file that it names, as it is.
 * @throws CannotCheck where it takes a template engine or code.
 * @throws AssayError `config` for a variable that the test does not have.
 */
export function assertionText(
  text: string,
  { source }: Pick<Assertion, 'source'>,
  test: Pick<TestCase, 'vars' | 'source'>,
  reading: Reading,
): string {
  const kind = namesFile(text)
  if (kind === 'code') throw new CannotCheck(`${text} is code, which is not run`, ['value'])
  if (kind === 'text') return source.located(() => readText(reading, text), ['value'])
  const filled = substitute(text, test.vars)
  if ('text' in filled) return filled.text
  if ('unsupported' in filled)
    throw new CannotCheck(`${filled.unsupported} takes a template engine, and only names of variables are filled in`, ['value'])
  const { file, line } = test.source.place()
  const where = line === undefined ? file : `${file}:${line}`
  throw source.fault(`it shows {{${filled.missing}}}, and the test at ${where} has no variable of that name.`, ['value'])
}
