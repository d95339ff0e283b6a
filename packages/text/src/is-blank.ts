/** Whether a text holds nothing but white space (as Unicode counts it, and the byte order mark), or nothing at all. */
export function isBlank(text: string): boolean {
  return !NOT_WHITE_SPACE.test(text)
}

const NOT_WHITE_SPACE = /[^\p{White_Space}\uFEFF]/u
