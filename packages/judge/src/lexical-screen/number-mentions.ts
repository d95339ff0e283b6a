import { NUMBER_WORDS, SCALES } from './number-words.ts'

/** A number in a text. */
export type NumberMention = {
  /** As written. */
  readonly text: string
  /** Its possible values, normalised: `1000`, `2.5`, `5%`. A match of any of them is a match of the number. */
  readonly readings: readonly string[]
  /** Further values that match it in a search: `1.5` in "1.5 million", each year of "the 1980s". */
  readonly implied: readonly string[]
}

/**
 * The numbers of a text, normalised: 1,000 = 1000, two = 2, 5 % = 5 percent, 1.5 million = 1,500,000, 3rd = third, March 5 = 03-05.
 * Digits inside a word (`H1N1`) are no number. Linear in the length of the text.
 */
export function numberMentions(text: string): NumberMention[] {
  const pieces = lex(text)
  const mentions: NumberMention[] = []
  for (let at = 0; at < pieces.length;) {
    const read = readDate(pieces, at) ?? readNumeral(pieces, at) ?? readWords(pieces, at)
    if (read === undefined) {
      at += 1
      continue
    }
    mentions.push(...read.mentions)
    at = read.next
  }
  return mentions
}

type Piece = {
  readonly text: string
  readonly lower: string
  /** The text between it and the piece before. */
  readonly gap: string
  readonly kind: 'date' | 'numeral' | 'word' | 'percent'
}

type Read = { readonly mentions: readonly NumberMention[]; readonly next: number }

/**
 * Repeated 100,000 times at most: V8 stores a backtracking point for each repetition, and fails beyond some millions. Groups of two,
 * which are searched again from each of them, 20 times.
 */
const PIECES =
  /(?<date>(?<![\p{L}\p{N}])(?:\d{4}([-/.])\d{1,2}\2\d{1,2}|\d{1,2}([-/.])\d{1,2}\3\d{4})(?![\p{L}\p{N}]))|(?<numeral>(?<![\p{L}\p{N}])(?:\d{1,3}(?:[,\u00a0\u2009\u202f'’]\d{3}){1,100000}(?!\d)|\d{1,2}(?:,\d{2}){1,20},\d{3}(?!\d)|\d{1,100000})(?:\.\d{1,100000})?\p{L}{0,100000})|(?<word>\p{L}[\p{L}\p{M}\p{N}]{0,100000})|(?<percent>%)/gu

function lex(text: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(PIECES)) {
    const groups = found.groups ?? {}
    const kind =
      groups['date'] !== undefined
        ? 'date'
        : groups['numeral'] !== undefined
          ? 'numeral'
          : groups['word'] !== undefined
            ? 'word'
            : 'percent'
    pieces.push({ text: found[0], lower: found[0].toLowerCase(), gap: text.slice(end, found.index), kind })
    end = found.index + found[0].length
  }
  return pieces
}

function readDate(pieces: readonly Piece[], at: number): Read | undefined {
  const piece = pieces[at]
  if (piece?.kind !== 'date') return undefined
  const mentions = piece.text.split(/[-/.]/).map((part) => ({ text: piece.text, readings: [canonical(part)], implied: [] }))
  return { mentions, next: at + 1 }
}

function readNumeral(pieces: readonly Piece[], at: number): Read | undefined {
  const piece = pieces[at]
  if (piece?.kind !== 'numeral') return undefined
  const letter = piece.text.search(/\p{L}/u)
  const digits = letter === -1 ? piece.text : piece.text.slice(0, letter)
  const suffix = piece.lower.slice(digits.length)
  const value = canonical(digits)
  if (suffix === 's' && /^\d+0$/.test(value)) {
    const years = Array.from({ length: 10 }, (_, year) => `${value.slice(0, -1)}${year}`)
    return { mentions: [{ text: piece.text, readings: [`${value}s`, ...years], implied: [value] }], next: at + 1 }
  }
  const scale = SUFFIX_SCALES.get(suffix)
  if (scale !== undefined) return { mentions: [{ text: piece.text, readings: [shift(value, scale), value], implied: [] }], next: at + 1 }
  return withUnit(pieces, at, { value, text: piece.text, next: at + 1 })
}

function readWords(pieces: readonly Piece[], at: number): Read | undefined {
  const first = pieces[at]
  if (first?.kind !== 'word' || !NUMBER_WORDS.has(first.lower)) return undefined
  let group = 0
  let next = at
  let previous = Infinity
  for (; next < pieces.length; next += 1) {
    const piece = pieces[next]
    if (piece === undefined || piece.kind !== 'word' || (next > at && !/^[\s-]?$/.test(piece.gap))) break
    const value = NUMBER_WORDS.get(piece.lower)
    // "two hundred and five": the `and` belongs to the number only if a number below a hundred follows.
    if (piece.lower === 'and' && previous === 100 && (NUMBER_WORDS.get(pieces[next + 1]?.lower ?? '') ?? 100) < 100) continue
    if (value === undefined) break
    if (value === 100) group = 100 * Math.max(group, 1)
    else if (previous === 100 ? value < 100 : previous === Infinity || (previous >= 20 && previous < 100 && value < 10 && value > 0))
      group += value
    else break
    previous = value
    if (ORDINAL_END.test(piece.lower)) {
      next += 1
      break
    }
  }
  const text = pieces
    .slice(at, next)
    .map((piece, index) => (index === 0 ? piece.text : piece.gap + piece.text))
    .join('')
  return withUnit(pieces, at, { value: String(group), text, next })
}

/** A scale ("million") or a percent sign after a number changes what it means. */
function withUnit(pieces: readonly Piece[], at: number, number: { value: string; text: string; next: number }): Read {
  let { value, text, next } = number
  const implied: string[] = []
  for (let scale = scaleAt(pieces, next); scale !== undefined; scale = scaleAt(pieces, next)) {
    implied.push(value)
    value = shift(value, scale)
    text += (pieces[next]?.gap ?? '') + (pieces[next]?.text ?? '')
    next += 1
  }
  const following = pieces[next]
  const isPercent = following !== undefined && /^\s?$/.test(following.gap) && /^(?:%|percent|pct)$/.test(following.lower)
  const isPerCent = following?.lower === 'per' && pieces[next + 1]?.lower === 'cent'
  if (isPercent || isPerCent) {
    const last = isPercent ? next : next + 1
    for (; next <= last; next += 1) text += (pieces[next]?.gap ?? '') + (pieces[next]?.text ?? '')
    return { mentions: [{ text, readings: [`${value}%`], implied: [value, ...implied] }], next }
  }
  const month = MONTHS.get(pieces[next]?.lower ?? '') ?? MONTHS.get(pieces[at - 1]?.lower ?? '')
  if (month !== undefined) implied.push(String(month))
  return { mentions: [{ text, readings: [value], implied }], next }
}

function scaleAt(pieces: readonly Piece[], at: number): number | undefined {
  const piece = pieces[at]
  return piece?.kind === 'word' && /^[\s-]?$/.test(piece.gap) ? SCALES.get(piece.lower) : undefined
}

/** Without grouping, leading zeros, and zeros at the end of a fraction. */
function canonical(numeral: string): string {
  const [whole = '', fraction = ''] = numeral.split('.')
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '')
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end -= 1
  return end === 0 ? digits : `${digits}.${fraction.slice(0, end)}`
}

/** Times ten to the power of `places`, on the digits: exact for any length. */
function shift(value: string, places: number): string {
  const [whole = '', fraction = ''] = value.split('.')
  const moved = fraction.padEnd(places, '0')
  return canonical(`${whole}${moved.slice(0, places)}.${moved.slice(places)}`)
}

const SUFFIX_SCALES: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['m', 6],
  ['mn', 6],
  ['b', 9],
  ['bn', 9],
])

const ORDINAL_END = /(?:first|second|third|th|ieth)$/

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ')

/** Numbers 1–12 by the names of the months, long and short. */
export const MONTHS: ReadonlyMap<string, number> = new Map([
  ...MONTH_NAMES.map((name, index) => [name, index + 1] as const),
  ...MONTH_NAMES.map((name, index) => [name.slice(0, 3), index + 1] as const),
  ['sept', 9],
])
