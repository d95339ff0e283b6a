import { forTerminal } from '@assay/reporters'
import type { BenchResult } from '../figures/bench-result.ts'
import { reportNotes, reportSections } from './report-sections.ts'
import type { Section } from './section.ts'

const WIDTH = 80
const LEAST_NAME = 12

/** A benchmark as plain text, 80 columns wide. */
export function terminalReport(result: BenchResult): string {
  const { fixtures, repeat } = result.meta
  const files = fixtures.map(
    ({ file, items, supported, clusters }) => `${file}: ${items} items, ${supported} supported, ${clusters} clusters`,
  )
  const lines = [
    ...files.flatMap((line) => wrapped(forTerminal(line), '')),
    ...(repeat > 1 ? [`judged ${repeat} times`] : []),
    ...reportSections(result).flatMap(sectionLines),
    '',
    ...reportNotes(result).flatMap((note) => wrapped(forTerminal(note), '  ')),
  ]
  return `${lines.join('\n')}\n`
}

function sectionLines({ title, head, rows, lines }: Section): string[] {
  const table = [head, ...rows].map((cells) => cells.map(forTerminal))
  const widths = head.map((_, at) => Math.max(...table.map((cells) => lengthOf(cells[at] ?? ''))))
  // Figures have their full width; names are cut.
  const figures = widths.reduce((sum, width, at) => (at === 1 ? sum : sum + width), 0)
  const gap = WIDTH - figures - 2 * (head.length - 1) >= LEAST_NAME ? 2 : 1
  widths[1] = Math.max(1, Math.min(widths[1] ?? 0, WIDTH - figures - gap * (head.length - 1)))
  const drawn = table.map((cells) =>
    cells
      .map((cell, at) => padded(cell, widths[at] ?? 0, at > 1))
      .join(' '.repeat(gap))
      .trimEnd(),
  )
  return ['', ...wrapped(forTerminal(title), ''), ...drawn, ...lines.flatMap((line) => wrapped(forTerminal(line), '  '))]
}

function padded(cell: string, width: number, isFigure: boolean): string {
  const cut =
    lengthOf(cell) > width
      ? `${Array.from(cell)
          .slice(0, width - 1)
          .join('')}…`
      : cell
  const space = ' '.repeat(Math.max(0, width - lengthOf(cut)))
  return isFigure ? space + cut : cut + space
}

/** Breaks a text at spaces; further lines are indented. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(' ')) {
    const isFull = lengthOf(line) + lengthOf(word) + 1 > WIDTH && line.trim() !== ''
    if (isFull) lines.push(line)
    line = isFull ? `${indent}  ${word}` : line.trim() === '' ? line + word : `${line} ${word}`
  }
  return [...lines, line]
}

function lengthOf(text: string): number {
  return Array.from(text).length
}
