/** A text in the form in which quotes are compared, with the position of each of its UTF-16 units in the original. */
export type FoldedText = {
  readonly text: string
  /** Original offsets at which the character of folded unit `i` begins and ends. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** A letter with its marks, or a Hangul syllable written in parts: what NFC can merge into one. V8 fails at millions of marks. */
const COMPOSABLE = /(?:[\u1100-\u1112][\u1161-\u1175]|[\uAC00-\uD7A3])[\u11A8-\u11C2]?\p{M}{0,1000}|\P{M}\p{M}{0,1000}|\p{M}{1,1000}/uy
const SPACE = /^\p{White_Space}$/u
const DASH = /^[\p{Pd}\u2212]$/u
const QUOTATION_MARK = /^["'`´′″‘’‚‛“”„‟«»‹›「」『』〝〞＂＇]$/u
/** Soft hyphens, joiners, direction marks, byte order marks, variation selectors: they are invisible, and judges do not copy them. */
const INVISIBLE = /[\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\p{Variation_Selector}]/gu
/** Scripts without spaces between words, with their punctuation: white space among them is only where a line was broken. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303F\uFF01-\uFF60]/u

/**
 * NFC, runs of white space as one space, case folded, all quotation marks alike and all dashes alike: differences that a judge makes in
 * copying and that change no word. Invisible characters and white space at both ends are dropped.
 */
export function foldText(original: string): FoldedText {
  const pieces: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let spaceFrom = -1
  let before = ''
  for (let at = 0; at < original.length;) {
    const found = characterAt(original, at)
    const end = at + found.length
    const folded = ASCII[found.length === 1 ? found.charCodeAt(0) : ASCII.length] ?? foldCharacter(found)
    if (folded === ' ') {
      if (spaceFrom === -1) spaceFrom = at
    } else if (folded !== '') {
      if (spaceFrom !== -1 && before !== '' && !(UNSPACED.test(before) && UNSPACED.test(found))) {
        pieces.push(' ')
        starts.push(spaceFrom)
        ends.push(at)
      }
      spaceFrom = -1
      before = found
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

/** One character at a time, so that offsets stay known. An ellipsis becomes three full stops. */
function foldCharacter(found: string): string {
  const visible = found.replace(INVISIBLE, '')
  if (SPACE.test(visible)) return ' '
  if (QUOTATION_MARK.test(visible)) return "'"
  if (DASH.test(visible)) return '-'
  return visible === '…' ? '...' : foldCase(visible)
}

/**
 * Full case folding by way of upper case, where ß and ss, ς and σ, ﬁ and fi meet; ẞ only gets there from its lower case. The Turkish
 * letters İ, I, ı and i are one: which of them are a pair depends on the language, and no quote is another for it.
 */
function foldCase(found: string): string {
  return found
    .normalize('NFC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
    .replace(/^i\u0307/u, 'i')
}

const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code)))
