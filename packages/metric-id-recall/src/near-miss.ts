import { quotedId } from './quoted-id.ts'

/**
 * For a row without a matching id: a simple change that would make one match. Usually the two lists come from different tools, and every
 * row is affected.
 */
export function nearMiss(reference: readonly string[], retrieved: readonly string[]): string | undefined {
  // Ids that some change makes equal are equal after all changes, so rows without a near match need one comparison only.
  const far = matchAfter(all, reference, retrieved)
  if (far === undefined) return undefined
  for (const change of CHANGES) {
    const match = matchAfter(change.apply, reference, retrieved)
    if (match !== undefined) return hint(match, [change])
  }
  return hint(far, needed(far))
}

function hint([wanted, found]: Match, changes: readonly NamedChange[]): string {
  const names = new Intl.ListFormat('en-GB').format(changes.map(({ name }) => name))
  return `${quotedId(wanted)} and ${quotedId(found)} would match after ${names}; ids are compared as exact text.`
}

/** The changes that are needed to make the two equal. */
function needed([wanted, found]: Match): readonly NamedChange[] {
  let changes = CHANGES
  for (const change of CHANGES) {
    const others = changes.filter((other) => other !== change)
    const apply = applying(others)
    if (apply(wanted) === apply(found)) changes = others
  }
  return changes
}

type Match = readonly [wanted: string, found: string]

type Change = (id: string) => string

function matchAfter(apply: Change, reference: readonly string[], retrieved: readonly string[]): Match | undefined {
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
/** The part after the last slash or backslash; an id that ends in one is left as it is. */
const dropPath: Change = (id) => id.slice(Math.max(id.lastIndexOf('/'), id.lastIndexOf('\\')) + 1) || id

const all: Change = (id) => dropPath(fold(trim(id)))

type NamedChange = { readonly name: string; readonly apply: Change }

/** In the order in which they are applied. */
const CHANGES: readonly NamedChange[] = [
  { name: 'trimming white space', apply: trim },
  { name: 'ignoring case', apply: fold },
  { name: 'dropping the path', apply: dropPath },
]

function applying(changes: readonly NamedChange[]): Change {
  return (id) => changes.reduce((changed, { apply }) => apply(changed), id)
}
