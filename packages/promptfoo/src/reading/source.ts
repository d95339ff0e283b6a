import { type ConfigDocument, configFault, type ConfigPath, issueError } from '@assay/config-kit'
import { AssayError } from '@assay/core'
import type { ConfigIssue } from '@assay/options'
import type * as z from 'zod'

/** Where something stands, as messages name it. */
export type Place = { readonly file: string; readonly line: number }

/** A part of a file: what is read from it can say where it stood. */
export type Source = {
  readonly file: string
  readonly place: (path?: ConfigPath) => Place
  /** The part at `path` of this one. */
  readonly at: (path: ConfigPath) => Source
  /** @throws AssayError `config` with file, line and path of each fault. */
  readonly read: <T>(value: unknown, shape: z.ZodType<T>) => T
  readonly fault: (what: string, path?: ConfigPath) => AssayError
  /** Names this place in an AssayError that knows none. */
  readonly located: <T>(work: () => T, path?: ConfigPath) => T
}

export function documentSource({ file, lineOf }: Pick<ConfigDocument, 'file' | 'lineOf'>, base: ConfigPath = []): Source {
  const place = (path: ConfigPath = []): Place => ({ file, line: lineOf([...base, ...path]) })
  const fault = (what: string, path: ConfigPath = []): AssayError =>
    configFault({ file, line: lineOf([...base, ...path]), path: [...base, ...path] }, what)
  return {
    file,
    place,
    fault,
    at: (path) => documentSource({ file, lineOf }, [...base, ...path]),
    read(value, shape) {
      const result = shape.safeParse(value)
      if (result.success) return result.data
      const issues: readonly ConfigIssue[] = result.error.issues
      throw issueError(issues, { file, value, base, lineOf, namesAt: () => [] })
    },
    located(work, path) {
      try {
        return work()
      } catch (error) {
        throw AssayError.is(error) && error.kind === 'config' ? fault(error.message, path) : error
      }
    },
  }
}

/** A row of a table, which has a line and no paths. */
export function lineSource(file: string, line: number): Source {
  return documentSource({ file, lineOf: () => line })
}
