const REPLACEMENT = '\uFFFD'

export type TextCleaner = {
  /** Replaces characters that cannot be sent. */
  readonly clean: (text: string) => string
  /** One sentence per kind of character replaced so far. */
  readonly warnings: () => string[]
}

/** Replaces NUL characters and lone surrogates, which servers reject or garble, by U+FFFD, and counts them. */
export function createTextCleaner(): TextCleaner {
  let nuls = 0
  let surrogates = 0
  return {
    clean(text) {
      let cleaned = text
      if (cleaned.includes('\0')) {
        const parts = cleaned.split('\0')
        nuls += parts.length - 1
        cleaned = parts.join(REPLACEMENT)
      }
      if (!cleaned.isWellFormed()) {
        const wellFormed = cleaned.toWellFormed()
        for (let at = 0; at < cleaned.length; at += 1) if (cleaned[at] !== wellFormed[at]) surrogates += 1
        cleaned = wellFormed
      }
      return cleaned
    },
    warnings: () => [...warning(nuls, 'NUL character'), ...warning(surrogates, 'half of a surrogate pair', 'halves of surrogate pairs')],
  }
}

function warning(count: number, one: string, many = `${one}s`): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many} in the prompt ${count === 1 ? 'was' : 'were'} replaced by U+FFFD.`]
}
