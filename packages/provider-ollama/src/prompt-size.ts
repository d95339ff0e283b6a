/** Estimates of the tokens in a prompt, from its text alone, without the model's tokenizer. */
export type PromptSize = {
  /**
   * A high estimate: a token for every 3 bytes of UTF-8 (English has about 4.5) and for every digit (some tokenizers split digits), and 16
   * per message for the model's template.
   */
  readonly most: number
  /** A low estimate: a token for every 8 bytes or for every word, whichever is more. If this exceeds the window, the prompt cannot fit. */
  readonly least: number
  /**
   * A lower bound: a token for every 12 bytes or for every word, whichever is more. A run of one character counts once, since it can be one
   * token. No tokenizer joins words across white space. If a model read fewer tokens, the prompt was truncated. Scripts without spaces
   * have few words, so the bytes decide; ordinary prose in any script has two to three times as many tokens.
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

/** An ASCII letter or digit, or any character beyond ASCII. Punctuation alone is not a word. */
function isOfWord(unit: number): boolean {
  return unit >= 0x80 || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a)
}

/** The UTF-8 bytes of one UTF-16 unit. Each half of a surrogate pair has two of their four. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1
  if (unit < 0x8_00 || (unit >= 0xd8_00 && unit <= 0xdf_ff)) return 2
  return 3
}
