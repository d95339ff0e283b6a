/** A text as quotes are compared, and where each of its UTF-16 units stands in the original. */
export type FoldedText = {
  readonly text: string
  /** Original offset at which the character behind folded unit `i` begins, and at which it ends. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A letter with its marks, or a Hangul syllable written in parts: what NFC can merge into one. */
const COMPOSABLE = /[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?|\P{M}\p{M}*|\p{M}+/uy
const SPACE = /^[\p{White_Space}\uFEFF]$/u
const DASH = /^[\p{Pd}\u2212]$/u
const QUOTATION_MARK = /^["'`´′″‘’‚‛“”„‟«»‹›「」『』〝〞＂＇]$/u

/**
 * NFC, runs of white space as one space, case folded, all quotation marks alike and all dashes alike: differences a judge makes in
 * copying that change no word. White space at both ends is dropped.
 */
export function foldText(original: string): FoldedText {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let spaceFrom = -1
  for (let at = 0; at < original.length;) {
    const found = characterAt(original, at)
    const end = at + found.length
    const folded = ASCII[found.length === 1 ? found.charCodeAt(0) : ASCII.length] ?? foldCharacter(found)
    if (folded === ' ') {
      if (spaceFrom === -1) spaceFrom = at
    } else {
      if (spaceFrom !== -1 && pieces.length > 0) {
        pieces.push(' ')
        starts.push(spaceFrom)
        ends.push(at)
      }
      spaceFrom = -1
      pieces.push(folded)
      for (let unit = 0; unit < folded.length; unit += 1) {
        starts.push(at)
        ends.push(end)
      }
    }
    at = end
  }
  return { text: pieces.join(''), starts, ends }
}

/** Combining marks begin at U+0300: before them, most texts need no search for what belongs together. */
function characterAt(text: string, at: number): string {
  if (text.charCodeAt(at) < 0x300 && !(text.charCodeAt(at + 1) >= 0x300)) return text.charAt(at)
  COMPOSABLE.lastIndex = at
  return COMPOSABLE.exec(text)?.[0] ?? text.charAt(at)
}

/** Upper case first, so that ß and ss, ς and σ meet; one character at a time, so that offsets stay known. */
function foldCharacter(found: string): string {
  if (SPACE.test(found)) return ' '
  if (QUOTATION_MARK.test(found)) return "'"
  if (DASH.test(found)) return '-'
  return found.normalize('NFC').toUpperCase().toLowerCase()
}

const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code)))
