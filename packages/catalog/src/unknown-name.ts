import { AssayError } from '@assay/core'
import { nearestName } from '@assay/text'

/** The error for a name that stands in no list: what there is, and what was probably meant. */
export function unknownName(o: { what: string; name: string; known: readonly string[]; compare?: string }): AssayError {
  const nearest = nearestName(o.compare ?? o.name.replaceAll('_', '-'), o.known)
  const meant = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return new AssayError({ kind: 'config', message: `There is no ${o.what} "${o.name}".${meant} There are: ${o.known.join(', ')}, or a file of yours as ./${o.what}.ts#name` })
}
