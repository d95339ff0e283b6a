import { createHash } from 'node:crypto'
import { AssayError } from '@assay/core'

/** Gives every sample of a run a unique id. */
export type SampleIds = {
  /** Its own, else `row-<n>` with n = index + 1. @throws AssayError `data` for an id that another sample has. */
  readonly idOf: (given: string | undefined, index: number) => string
}

/** Longer ids are stored as a hash, so that memory per row does not grow with its id. */
const LONGEST = 40

const LIKE_OURS = /^row-[1-9]\d*$/

export function createSampleIds(): SampleIds {
  const seen = new Map<string, number>()
  /** Samples with an id of the generated form, and samples without one: only both together can clash. */
  let likeOurs: { readonly index: number; readonly id: string } | undefined
  let without: number | undefined

  function refuseMixture(): void {
    if (likeOurs === undefined || without === undefined) return
    throw dataError(
      `Row ${likeOurs.index + 1} has the id "${likeOurs.id}", and row ${without + 1} has none and would be called like that. Give every sample an id, or none.`,
    )
  }

  return {
    idOf(given, index) {
      if (given === undefined) {
        without ??= index
        refuseMixture()
        return `row-${index + 1}`
      }
      if (likeOurs === undefined && LIKE_OURS.test(given)) likeOurs = { index, id: given }
      refuseMixture()
      const key = given.length <= LONGEST ? given : createHash('sha256').update(given).digest('base64')
      const before = seen.get(key)
      if (before !== undefined) {
        throw dataError(
          `Rows ${before + 1} and ${index + 1} have the same id, ${JSON.stringify(given.slice(0, LONGEST))}. Ids name one row each: rename one, or leave one row out.`,
        )
      }
      seen.set(key, index)
      return given
    },
  }
}

function dataError(message: string): AssayError {
  return new AssayError({ kind: 'data', message })
}
