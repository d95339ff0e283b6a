const LONGEST = 80

/** An id within a sentence: in quotes, cut where it is very long. */
export function quotedId(id: string): string {
  return JSON.stringify(id.length <= LONGEST ? id : `${id.slice(0, LONGEST).toWellFormed()}…`)
}
