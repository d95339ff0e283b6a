import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'

export type UnknownName = {
  /** The kind of thing that was looked up, as in `judge`. */
  readonly what: string
  /** The name as written. */
  readonly written: string
  /** The part of it that names an entry. */
  readonly name: string
  readonly known: readonly string[]
  /** The full form of an entry. Default: its name. */
  readonly shown?: (name: string) => string
  /** The intended name, if more than the names reveals it. */
  readonly meant?: string | undefined
  /** A sentence instead of a guess, if it is known that there is no such thing. */
  readonly aside?: string | undefined
}

/** The error for an unknown name: the known ones, and the nearest one. */
export function unknownName({ what, written, name, known, shown = (entry) => entry, meant, aside }: UnknownName): AssayError {
  const nearest = nearestName(name, known)
  const likely = meant ?? (nearest === undefined ? undefined : shown(nearest))
  const question = aside !== undefined ? ` ${aside}` : likely === undefined ? '' : ` Did you mean ${likely}?`
  const all = known.map(shown).join(', ')
  return new AssayError({
    kind: 'config',
    message: `There is no ${what} "${written}".${question} There are: ${all}; or a file of yours, as ./${what}.ts#name`,
  })
}
