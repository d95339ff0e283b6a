/**
 * For a row on which no id matches: what would make one match, if something simple would. Usually the two lists were written by
 * different tools, and every row is affected.
 */
export function nearMiss(reference: ReadonlySet<string>, retrieved: ReadonlySet<string>): string | undefined {
  for (const { change, apply } of CHANGES) {
    const changed = new Map<string, string>()
    for (const id of retrieved) changed.set(apply(id), id)
    for (const id of reference) {
      const other = changed.get(apply(id))
      if (other !== undefined) return `${quote(id)} and ${quote(other)} would match after ${change}; ids are compared as exact text.`
    }
  }
  return undefined
}

const trim = (id: string): string => id.trim()
const fold = (id: string): string => id.toLowerCase()
/** What stands after the last slash or backslash; an id that ends in one stays whole. */
const dropPath = (id: string): string => id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1) || id

const CHANGES: readonly { readonly change: string; readonly apply: (id: string) => string }[] = [
  { change: 'trimming white space', apply: trim },
  { change: 'ignoring case', apply: fold },
  { change: 'dropping the path', apply: dropPath },
  { change: 'trimming white space, ignoring case and dropping the path', apply: (id) => dropPath(fold(trim(id))) },
]

const LONGEST_QUOTE = 80

function quote(id: string): string {
  return JSON.stringify(id.length <= LONGEST_QUOTE ? id : `${id.slice(0, LONGEST_QUOTE).toWellFormed()}…`)
}
