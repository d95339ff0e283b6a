import type { DatabaseSync } from 'node:sqlite'

/** Node's SQLite, loaded on first use, without the warning of Node 22 on loading it. */
export function loadSqlite(): { readonly DatabaseSync: typeof DatabaseSync } {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning')
  const emit = process.emitWarning.bind(process)
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    const isExpected = String(warning).startsWith('SQLite is an experimental feature') && rest[0] === 'ExperimentalWarning'
    if (!isExpected) Reflect.apply(emit, process, [warning, ...rest])
  }
  try {
    // Synchronous, unlike an import: no other warning can come while this one is suppressed.
    return process.getBuiltinModule('node:sqlite')
  } finally {
    if (before !== undefined) Object.defineProperty(process, 'emitWarning', before)
  }
}
