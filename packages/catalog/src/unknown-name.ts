import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'

export type UnknownName = {
  /** What was looked for, as in `judge`. */
  readonly what: string
  /** As it was written. */
  readonly written: string
  /** The part of it that names an entry. */
  readonly name: string
  readonly known: readonly string[]
  /** How an entry is written in full. Default: its name. */
  readonly shown?: (name: string) => string
  /** What was meant, where more than the names tells it. */
  readonly meant?: string | undefined
  /** A sentence in place of a guess, where it is known that there is no such thing. */
  readonly aside?: string | undefined
}

/** The error for a name that stands in no list: what there is, and what was probably meant. */
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
