const LONGEST = 80

/** An id in quotation marks, truncated if it is very long. */
export function quotedId(id: string): string {
  return JSON.stringify(id.length <= LONGEST ? id : `${id.slice(0, LONGEST).toWellFormed()}…`)
}
