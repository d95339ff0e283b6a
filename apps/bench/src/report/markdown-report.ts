import { forMarkdown } from '@assay/reporters'
import type { BenchResult } from '../figures/bench-result.ts'
import { reportNotes, reportSections } from './report-sections.ts'
import type { Section } from './section.ts'

/** A benchmark as a Markdown page. */
export function markdownReport(result: BenchResult): string {
  const { meta } = result
  return [
    '# Judge benchmark',
    '',
    ...meta.fixtures.map(
      ({ file, items, supported, clusters }) => `- ${plain(file)}: ${items} items, ${supported} supported, ${clusters} clusters`,
    ),
    `- judged ${meta.repeat === 1 ? 'once' : `${meta.repeat} times`}, run ${plain(meta.run)}, Assay ${plain(meta.assayVersion)}`,
    ...reportSections(result).flatMap(sectionLines),
    '',
    '## Notes',
    '',
    ...reportNotes(result).map((note) => `- ${plain(note)}`),
    '',
  ].join('\n')
}

function sectionLines({ title, head, rows, lines }: Section): string[] {
  return [
    '',
    `## ${plain(title)}`,
    '',
    tableLine(head.map((cell) => (cell === '' ? ' ' : plain(cell)))),
    tableLine(head.map((_, at) => (at > 1 ? '---:' : '---'))),
    ...rows.map((cells) => tableLine(cells.map((cell) => (cell === '' ? ' ' : plain(cell))))),
    ...(lines.length === 0 ? [] : ['', ...lines.map((line) => `- ${plain(line)}`)]),
  ]
}

/** Letters, digits and plain punctuation stay; a text with anything that Markdown may interpret goes into a code span. */
function plain(text: string): string {
  return PLAIN.test(text) && !LINK.test(text) ? text : forMarkdown(text, { cell: true })
}

const PLAIN = /^[\p{L}\p{N} .,:;()%+−–…'-]*\*?$/u
const LINK = /:\/\/|www\./i

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
