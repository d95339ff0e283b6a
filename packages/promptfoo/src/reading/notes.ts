import { shownPlace } from '@assay/config-kit'
import type { Place } from './source.ts'

export type Notes = {
  /** Adds a note once: it names the first place and the number of others. */
  readonly add: (what: string, place?: Place) => void
  readonly all: () => string[]
}

/** Collects notes on a configuration. */
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
