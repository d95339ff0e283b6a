import { AssayError } from '@assay/core'
import { type Answer, outputText } from '../answers/answer.ts'
import { shortened, type Transform } from '../reading/transform.ts'
import type { TestCase } from '../tests/test-case.ts'

/** The contexts that a `contextTransform` finds. @throws AssayError `data` if it finds no text; the row is then unscored. */
export async function contextsBy(transform: Transform, answer: Answer | undefined, test: TestCase): Promise<readonly string[]> {
  if (answer?.isMadeUp === true) return [outputText(answer.output)]
  const shown = `contextTransform ${shortened(transform.written)}`
  if (answer?.isTransformed === true && transform.readsOutput) {
    throw new AssayError({
      kind: 'data',
      message: `${shown} reads the output before the transform of its test, and a finished run keeps only what it became. Take the contexts from context.metadata, or leave the transform out.`,
    })
  }
  const metadata = { ...test.metadata, ...(typeof answer?.metadata === 'object' ? answer.metadata : {}) }
  const value = await transform.apply({ output: answer?.output, vars: test.vars, metadata })
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw new AssayError({ kind: 'data', message: `${shown} found ${kindOfValue(value)}, where a text or a list of texts was due.` })
}

function kindOfValue(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list that holds more than texts' : `a ${typeof value}`
}
