import type { Assertion, TestCase } from './test-case.ts'
import { namesFile, type Reading, readText } from '../reading/reading.ts'
import { substitute } from './substitute.ts'

/**
 * A text of an assertion with its variables filled in, or the content of the file that it names, as it is. `undefined` where it takes a
 * template engine or code: that is reported, and the assertion left out.
 * @throws AssayError `config` for a variable that the test does not have.
 */
export function assertionText(
  text: string,
  { source }: Assertion,
  test: Pick<TestCase, 'vars' | 'source'>,
  reading: Reading,
): string | undefined {
  const kind = namesFile(text)
  if (kind === 'code') {
    reading.notes.add(`${text} is code, which is not run: the assertion is left out`, source.place(['value']))
    return undefined
  }
  if (kind === 'text') return source.located(() => readText(reading, text), ['value'])
  const filled = substitute(text, test.vars)
  if ('text' in filled) return filled.text
  if ('missing' in filled) {
    const { file, line } = test.source.place()
    throw source.fault(`it shows {{${filled.missing}}}, and the test at ${file}:${line} has no variable of that name.`, ['value'])
  }
  reading.notes.add(
    `${filled.unsupported} takes a template engine: names of variables are filled in, and nothing else. The assertion is left out`,
    source.place(['value']),
  )
  return undefined
}
