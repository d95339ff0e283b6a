/** How many tokens a prompt may have, from its text alone: only the model's own tokenizer could say. */
export type PromptSize = {
  /**
   * Rather too many: a token for every 3 bytes of UTF-8 (English has about 4.5) and for every digit (some tokenizers take them one
   * by one), and 16 for each message that the model's template adds.
   */
  readonly most: number
  /** A token for every 8 bytes, or for every word where that is more: what is longer than a window by this count cannot fit. */
  readonly least: number
  /**
   * A token for every 12 bytes, a repeated character counted once (a run of spaces or dashes can be one token), or for every word where
   * that is more: no tokenizer joins what white space parts. A model that read fewer did not read all of it. In scripts without spaces
   * there are few such words, and the bytes decide: ordinary prose has two to three times as many tokens in every script.
   */
  readonly cutBelow: number
}

const PER_MESSAGE = 16

export function measurePrompt(texts: readonly string[]): PromptSize {
  let bytes = 0
  let digits = 0
  let distinct = 0
  let words = 0
  for (const text of texts) {
    let before = -1
    let isInWord = false
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      const size = bytesOf(unit)
      bytes += size
      if (unit >= 0x30 && unit <= 0x39) digits += 1
      if (unit !== before) distinct += size
      before = unit
      if (isSpace(unit)) isInWord = false
      else if (!isInWord && isOfWord(unit)) {
        isInWord = true
        words += 1
      }
    }
  }
  return {
    most: Math.ceil((bytes - digits) / 3) + digits + PER_MESSAGE * texts.length,
    least: Math.max(Math.floor(bytes / 8), words),
    cutBelow: Math.max(Math.floor(distinct / 12), words),
  }
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d)
}

/** A letter or a digit of ASCII, or anything beyond it: a rule of dashes is no word. */
function isOfWord(unit: number): boolean {
  return unit >= 0x80 || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}

/** Bytes of UTF-8 for one UTF-16 unit; the halves of a surrogate pair share their four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x8_00 || (unit >= 0xd8_00 && unit <= 0xdf_ff)) return 2
  return 3
}
