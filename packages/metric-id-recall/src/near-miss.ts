/**
 * For a row on which no id matches: what would make one match, if something simple would. Usually the two lists were written by
 * different tools, and every row is affected.
 */
export function nearMiss(reference: readonly string[], retrieved: readonly string[]): string | undefined {
  // Ids that one change makes equal are equal after all of them: one look is enough for the many rows where nothing is near.
  if (matchAfter(all, reference, retrieved) === undefined) return undefined
  for (const [change, apply] of CHANGES) {
    const match = matchAfter(apply, reference, retrieved)
    if (match === undefined) continue
    return `${quote(match[0])} and ${quote(match[1])} would match after ${change}; ids are compared as exact text.`
  }
  return undefined
}

type Change = (id: string) => string

function matchAfter(apply: Change, reference: readonly string[], retrieved: readonly string[]): [string, string] | undefined {
  const wanted = new Map<string, string>()
  for (const id of reference) wanted.set(apply(id), id)
  for (const id of retrieved) {
    const match = wanted.get(apply(id))
    if (match !== undefined) return [match, id]
  }
  return undefined
}

const trim: Change = (id) => id.trim()
const fold: Change = (id) => id.toLowerCase()
/** What stands after the last slash or backslash; an id that ends in one stays whole. */
const dropPath: Change = (id) => id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1) || id

const all: Change = (id) => dropPath(fold(trim(id)))

const CHANGES: readonly (readonly [change: string, apply: Change])[] = [
  ['trimming white space', trim],
  ['ignoring case', fold],
  ['dropping the path', dropPath],
  ['trimming white space, ignoring case and dropping the path', all],
]

const LONGEST_QUOTE = 80

function quote(id: string): string {
  return JSON.stringify(id.length <= LONGEST_QUOTE ? id : `${id.slice(0, LONGEST_QUOTE).toWellFormed()}…`)
}
