import type { ConfigPath } from '@assay/config-kit'
import { AssayError } from '@assay/core'
import { evaluateExpression, unknownIn } from '../expressions/evaluate-expression.ts'
import { type Expression, parseExpression } from '../expressions/parse-expression.ts'
import { CannotCheck } from './cannot-check.ts'
import type { Reading } from './reading.ts'
import { inlineFunction, isCode, isNodeCode, loadedFunction, messageOf } from './trusted-code.ts'

/** The inputs of a transform, by promptfoo's names. */
type TransformGiven = {
  readonly output: unknown
  readonly vars: Readonly<Record<string, unknown>>
  readonly metadata: unknown
}

/** A `transform` or `contextTransform`: an expression that is evaluated here, or code of a trusted configuration. */
export type Transform = {
  /** As it was written, for messages. */
  readonly written: string
  readonly readsOutput: boolean
  readonly readsMetadata: boolean
  /** @throws AssayError `data` if the expression fails, or its code throws. */
  readonly apply: (given: TransformGiven) => Promise<unknown>
}

/** `metadata` and `vars` are short for those of `context`. */
const NAMES: ReadonlySet<string> = new Set(['output', 'context', 'metadata', 'vars'])
const MOST_SHOWN = 80

/**
 * @param what Its name in messages, such as `contextTransform`.
 * @param path Its path in the assertion.
 * @throws CannotCheck if it is code, and the configuration is not trusted.
 */
export function transformOf(written: unknown, what: string, reading: Reading, path: ConfigPath = []): Transform {
  if (isCode(written)) return codeTransform(shownName(written), () => Promise.resolve(written))
  if (typeof written !== 'string') throw new CannotCheck(`its ${what} is neither a text nor a function`, path)
  const expression = written.startsWith('file://') ? undefined : parseExpression(written)
  if (expression !== undefined && unknownIn(expression, NAMES) === undefined) return readTransform(written, expression)
  const isFile = written.startsWith('file://')
  const shown = `the ${what} ${shortened(written)}`
  if (isFile && !isNodeCode(written)) throw new CannotCheck(`${shown} is code in a language that is not run here`, path)
  if (!reading.trustConfig) throw new CannotCheck(`${shown} is code, which runs only with --trust-config`, path)
  return codeTransform(written, isFile ? () => loadedFunction(reading, written) : () => Promise.resolve(inlineFunction(written, reading)))
}

function readTransform(written: string, expression: Expression): Transform {
  return {
    written,
    readsOutput: reads(expression, 'output'),
    readsMetadata: reads(expression, 'metadata') || readsContextMetadata(expression),
    apply: async ({ output, vars, metadata }) => {
      try {
        return evaluateExpression(expression, { output, vars, metadata, context: { vars, metadata, prompt: {} } })
      } catch (error) {
        throw AssayError.is(error) ? failed(written, error.message) : error
      }
    },
  }
}

function codeTransform(written: string, load: () => Promise<(...given: readonly unknown[]) => unknown>): Transform {
  let loaded: ReturnType<typeof load> | undefined
  return {
    written,
    readsOutput: true,
    readsMetadata: true,
    apply: async ({ output, vars, metadata }) => {
      loaded ??= load()
      const code = await loaded
      try {
        return await code(output, { vars, metadata, prompt: {} })
      } catch (error) {
        throw failed(written, messageOf(error), error)
      }
    },
  }
}

/** Whether an expression uses a name, other than as a parameter of its functions. */
function reads(expression: unknown, name: string): boolean {
  if (typeof expression !== 'object' || expression === null) return false
  if (Array.isArray(expression)) return expression.some((part) => reads(part, name))
  if ('kind' in expression && expression.kind === 'name' && 'name' in expression && expression.name === name) return true
  return Object.values(expression).some((part) => reads(part, name))
}

/** `context.metadata`, or `context` as a whole; not `context.vars`. */
function readsContextMetadata(expression: unknown): boolean {
  if (typeof expression !== 'object' || expression === null) return false
  if (isContext(expression)) return true
  if ('kind' in expression && expression.kind === 'member' && 'of' in expression && isContext(expression.of) && 'key' in expression) {
    return keyOf(expression.key) !== 'vars'
  }
  return Object.values(expression).some((part) => readsContextMetadata(part))
}

function isContext(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'name' && 'name' in part && part.name === 'context'
}

function keyOf(part: unknown): unknown {
  return typeof part === 'object' && part !== null && 'value' in part ? part.value : undefined
}

function failed(written: string, why: string, cause?: unknown): AssayError {
  return new AssayError({ kind: 'data', message: `${shortened(written)} cannot be followed: ${why}.`, cause })
}

function shownName(code: object): string {
  return 'name' in code && typeof code.name === 'string' && code.name !== '' ? `function ${code.name}` : 'function'
}

/** Code on one line, for messages. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_SHOWN ? `${Array.from(line).slice(0, MOST_SHOWN).join('')}…` : line
}
