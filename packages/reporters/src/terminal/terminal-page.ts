import { styleText } from 'node:util'
import { displayWidth, wrapText } from './fit-text.ts'
import { harmlessLine } from '../escaping/harmless-line.ts'

type Look = 'plain' | 'strong' | 'faint' | 'good' | 'warn' | 'bad'

/** A piece of a line. Untrusted text must have been escaped by `forTerminal`. */
export type Piece = string | { readonly text: string; readonly look: Look }

export type TerminalPageOptions = {
  /** The greatest width of a line; at least 20. */
  readonly width: number
  readonly color: boolean
  /** Whether block characters and ellipses beyond ASCII can be shown. Data is shown as it is. */
  readonly unicode: boolean
}

export type TerminalPage = {
  readonly options: TerminalPageOptions
  /** Puts pieces side by side, two columns apart; pieces that do not fit wrap. */
  readonly flow: (pieces: readonly Piece[], indent: number) => void
  /** Rows of pieces in columns; rows wider than the page flow instead. */
  readonly table: (rows: readonly (readonly Piece[])[], indent: number) => void
  /** A text over at most `maxLines` lines; continuation lines are indented by two columns. */
  readonly paragraph: (piece: Piece, indent: number, maxLines?: number) => void
  readonly blank: () => void
  readonly text: () => string
}

const STYLES = { strong: 'bold', faint: 'dim', good: 'green', warn: 'yellow', bad: 'red' } as const
const GAP = '  '

/** Lays out text in a given width, with colour only if requested. */
export function createTerminalPage({ width: wanted, color, unicode }: TerminalPageOptions): TerminalPage {
  const width = Math.max(20, Math.floor(wanted))
  const ellipsis = unicode ? '…' : '...'
  const lines: string[] = []

  function paint(text: string, look: Look): string {
    return color && look !== 'plain' ? styleText(STYLES[look], text, { validateStream: false }) : text
  }

  function wrapped(piece: Piece, indent: number, maxLines: number): { readonly texts: string[]; readonly look: Look } {
    const { text, look } = typeof piece === 'string' ? { text: piece, look: 'plain' as const } : piece
    return { texts: wrapText(text, width - indent, { maxLines, ellipsis }), look }
  }

  function flow(pieces: readonly Piece[], indent: number): void {
    let line = ''
    let columns = 0
    let margin = ' '.repeat(indent)
    const flush = (): void => {
      if (columns > 0) lines.push(margin + line)
      if (columns > 0) margin = ' '.repeat(indent + 2)
      line = ''
      columns = 0
    }
    for (const piece of pieces) {
      const { texts, look } = wrapped(piece, indent + 2, Infinity)
      for (const [i, text] of texts.entries()) {
        const taken = displayWidth(text)
        const fits = margin.length + columns + GAP.length + taken <= width
        if (i > 0 || !fits) flush()
        line += columns > 0 ? GAP + paint(text, look) : paint(text, look)
        columns += columns > 0 ? GAP.length + taken : taken
      }
    }
    flush()
  }

  function table(rows: readonly (readonly Piece[])[], indent: number): void {
    const widths: number[] = []
    for (const row of rows) for (const [at, piece] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, displayWidth(textOf(piece)))
    const isWide = indent + widths.reduce((sum, taken) => sum + GAP.length + taken, -GAP.length) > width
    for (const row of rows) {
      if (isWide) flow(row, indent)
      else lines.push(`${' '.repeat(indent)}${row.map((piece, at) => cell(piece, at < row.length - 1 ? (widths[at] ?? 0) : 0)).join(GAP)}`)
    }
  }

  function cell(piece: Piece, columns: number): string {
    const text = textOf(piece)
    return paint(text, typeof piece === 'string' ? 'plain' : piece.look) + ' '.repeat(Math.max(0, columns - displayWidth(text)))
  }

  return {
    options: { width, color, unicode },
    flow,
    table,
    paragraph(piece, indent, maxLines = Infinity) {
      const { texts, look } = wrapped(piece, indent + 2, maxLines)
      for (const [i, text] of texts.entries()) lines.push(' '.repeat(i === 0 ? indent : indent + 2) + paint(text, look))
    },
    blank() {
      lines.push('')
    },
    text: () => `${lines.map(harmlessLine).join('\n')}\n`,
  }
}

function textOf(piece: Piece): string {
  return typeof piece === 'string' ? piece : piece.text
}
