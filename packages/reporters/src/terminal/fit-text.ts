import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** More combining marks than any script puts on one letter. */
const LONGEST_GRAPHEME = 16

type Glyph = { readonly text: string; readonly width: number }

/** The width of a text in terminal columns. */
export function displayWidth(text: string): number {
  return stringWidth(text)
}

/**
 * Breaks a text into lines of at most `width` columns (8 or more: a character can take more than two), at spaces where there are any. Wide characters count double, and no
 * character is cut. Text beyond `maxLines` is left out, and `ellipsis` says so.
 */
export function wrapText(text: string, width: number, { maxLines = Infinity, ellipsis = '…' } = {}): string[] {
  const glyphs = glyphsOf(text.trimEnd())
  const lines: string[] = []
  let start = 0
  while (start < glyphs.length) {
    const isLast = lines.length === maxLines - 1
    const end = reach(glyphs, start, width)
    if (end === glyphs.length) {
      lines.push(join(glyphs, start, end))
      break
    }
    if (isLast) {
      lines.push(join(glyphs, start, reach(glyphs, start, width - displayWidth(ellipsis), 0)).trimEnd() + ellipsis)
      break
    }
    const space = lastSpace(glyphs, start, end)
    lines.push(join(glyphs, start, space ?? end).trimEnd())
    start = space === undefined ? end : space + 1
  }
  return lines
}

/** One line of at most `width` columns. */
export function fitText(text: string, width: number, ellipsis = '…'): string {
  return wrapText(text, width, { maxLines: 1, ellipsis })[0] ?? ''
}

function glyphsOf(text: string): Glyph[] {
  return Array.from(graphemes.segment(text), ({ segment }) => {
    const held =
      segment.length > LONGEST_GRAPHEME
        ? Array.from(segment)
            .slice(0, LONGEST_GRAPHEME / 2)
            .join('')
        : segment
    return { text: held, width: stringWidth(held) }
  })
}

/** The end of a line that begins at `start`: at most `width` columns, but at least `least` glyphs, so that every line advances. */
function reach(glyphs: readonly Glyph[], start: number, width: number, least = 1): number {
  let columns = 0
  for (let i = start; i < glyphs.length; i += 1) {
    columns += glyphs[i]?.width ?? 0
    if (columns > width) return Math.max(i, start + least)
  }
  return glyphs.length
}

/** The last space to break at; one just after the line counts. */
function lastSpace(glyphs: readonly Glyph[], start: number, end: number): number | undefined {
  for (let i = end; i > start; i -= 1) if (glyphs[i]?.text === ' ') return i
  return undefined
}

function join(glyphs: readonly Glyph[], start: number, end: number): string {
  let text = ''
  for (let i = start; i < end; i += 1) text += glyphs[i]?.text ?? ''
  return text
}
