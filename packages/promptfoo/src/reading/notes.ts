import { shownPlace } from '@assay/config-kit'
import type { Place } from './source.ts'

export type Notes = {
  /** Tells something once, however often it holds: the first place is named, and how many others there are. */
  readonly add: (what: string, place?: Place) => void
  readonly all: () => string[]
}

/** What a reader has to say about a configuration that it did not refuse. */
export function createNotes(): Notes {
  const found = new Map<string, { readonly place: Place | undefined; readonly places: Set<string> }>()
  return {
    add(what, place) {
      const known = found.get(what)
      const where = place === undefined ? '' : `${place.file}:${place.line}`
      if (known === undefined) found.set(what, { place, places: new Set([where]) })
      else known.places.add(where)
    },
    all: () =>
      Array.from(found, ([what, { place, places }]) => {
        const where = place === undefined ? '' : `${shownPlace({ file: place.file, line: place.line })}: `
        return `${where}${what}${places.size === 1 ? '' : ` (and ${places.size - 1} more)`}`
      }),
  }
}
