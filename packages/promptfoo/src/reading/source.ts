import { type ConfigDocument, configFault, type ConfigPath, issueError } from '@assay/config-kit'
import { AssayError, isRecord } from '@assay/core'
import type { ConfigIssue } from '@assay/options'
import type * as z from 'zod'

/** A place for messages. Values from code have no line. */
export type Place = { readonly file: string; readonly line: number | undefined }

/** A value as written, with its source. */
export type Written = { readonly value: unknown; readonly source: Source }

/** A part of a file, for errors with a place. */
export type Source = {
  readonly file: string
  readonly place: (path?: ConfigPath) => Place
  /** The part at `path` of this one. */
  readonly at: (path: ConfigPath) => Source
  /** The value at `#/assertionTemplates/x` of the same file; `undefined` if there is none. */
  readonly follow: (pointer: string) => Written | undefined
  /** @throws AssayError `config` with file, line and path of each fault. */
  readonly read: <T>(value: unknown, shape: z.ZodType<T>) => T
  readonly fault: (what: string, path?: ConfigPath) => AssayError
  /** Adds this place to `config` errors of `work`. */
  readonly located: <T>(work: () => T, path?: ConfigPath) => T
  /** The same for asynchronous work. */
  readonly settle: <T>(work: () => Promise<T>, path?: ConfigPath) => Promise<T>
}

type Document = Pick<ConfigDocument, 'file' | 'value'> & { readonly lineOf: ((path: ConfigPath) => number) | undefined }

export function documentSource(document: Document, base: ConfigPath = []): Source {
  const { file, value: whole, lineOf } = document
  const lineAt = (path: ConfigPath): number | undefined => lineOf?.([...base, ...path])
  const fault = (what: string, path: ConfigPath = []): AssayError =>
    configFault({ file, line: lineAt(path), path: [...base, ...path] }, what)
  const placed = (error: unknown, path: ConfigPath | undefined): unknown =>
    AssayError.is(error) && error.kind === 'config' ? fault(error.message, path) : error
  return {
    file,
    place: (path = []) => ({ file, line: lineAt(path) }),
    fault,
    at: (path) => documentSource(document, [...base, ...path]),
    follow(pointer) {
      const path = pathOf(pointer)
      const value = path === undefined ? undefined : valueIn(whole, path)
      return path === undefined || value === undefined ? undefined : { value, source: documentSource(document, path) }
    },
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
        throw placed(error, path)
      }
    },
    async settle(work, path) {
      try {
        return await work()
      } catch (error) {
        throw placed(error, path)
      }
    },
  }
}

/** A row of a table, which has a line and no paths. */
export function lineSource(file: string, line: number): Source {
  return documentSource({ file, value: undefined, lineOf: () => line })
}

/** The path of a JSON pointer into the same document. */
function pathOf(pointer: string): (string | number)[] | undefined {
  if (!pointer.startsWith('#/')) return undefined
  return pointer
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function valueIn(whole: unknown, path: readonly (string | number)[]): unknown {
  let value = whole
  for (const part of path) {
    if (!(isRecord(value) || Array.isArray(value)) || !Object.hasOwn(value, part)) return undefined
    value = Reflect.get(value, part)
  }
  return value
}
