import { AssayError } from '@assay/core'
import { valueAt } from './substitute.ts'

/** A `contextTransform` that is a path, and so can be followed without running code. */
export type ContextPath = {
  readonly written: string
  readonly readsOutput: boolean
  readonly from: (given: ContextGiven) => readonly string[]
}

type ContextGiven = { readonly output: unknown; readonly metadata: unknown; readonly vars: unknown }

const PATH = /^(?:context\.)?(output|metadata|vars)((?:\.[A-Za-z_$][\w$-]*|\[\d{1,6}\])*)$/

/** `undefined` for anything but a path, such as `output.context` or `metadata.chunks`. */
export function parseContextTransform(written: string): ContextPath | undefined {
  const [, root, path = ''] = PATH.exec(written.trim()) ?? []
  if (root === undefined) return undefined
  return {
    written,
    readsOutput: root === 'output',
    from: ({ output, metadata, vars }) => {
      const start = root === 'output' ? (path === '' ? output : parsed(output)) : root === 'metadata' ? metadata : vars
      return contextsOf(valueAt(start, path), written)
    },
  }
}

/** What a model answers is text; a path into it reads it as JSON. */
function parsed(output: unknown): unknown {
  if (typeof output !== 'string') return output
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

/** @throws AssayError `data` where there is no text: the row stays unscored. */
function contextsOf(value: unknown, written: string): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  const found =
    value === undefined
      ? 'nothing'
      : value === null
        ? 'null'
        : Array.isArray(value)
          ? 'a list that holds more than texts'
          : `a ${typeof value}`
  throw new AssayError({ kind: 'data', message: `contextTransform ${written} found ${found}, where a text or a list of texts was due.` })
}
