import { extname } from 'node:path'
import { configError } from '@assay/core'
import type { CsvColumn } from './csv/csv-column.ts'
import { createJsonReporter } from './json/json-reporter.ts'
import { lazyReporter } from './lazy-reporter.ts'
import type { Reporter } from './reporter.ts'
import { fileSink } from './sink/file-sink.ts'
import { growingFileSink } from './sink/growing-file-sink.ts'

export type ReportFileOptions = {
  /** In CSV, puts an apostrophe before texts that a spreadsheet could take for a formula. Default false: cells are exact. */
  readonly csvSafe?: boolean | undefined
  /** Sample data to write beside the scores in CSV. Default: `user_input`, `reference` and `response`. */
  readonly csvColumns?: readonly CsvColumn[] | undefined
  /** In JSON and JSONL, writes with each row its question, reference, response, contexts and ids. Default true. */
  readonly samples?: boolean | undefined
  /** Appends to an existing JSONL file, after its last complete line. Default false: the file is replaced. Other formats cannot be appended to. */
  readonly append?: boolean | undefined
}

/** Width of a text report in a file. */
const TEXT_WIDTH = 100

type Format = (path: string, options: ReportFileOptions) => Reporter

/** Formats by file extension: a new format is a line here. All but the first are loaded only when they are used. */
const FORMATS = new Map<string, Format>([
  ['.json', (path, { samples }) => createJsonReporter(fileSink(path), { samples })],
  [
    '.jsonl',
    (path, { append = false, samples }) => {
      const sink = growingFileSink(path, { start: append ? 'after-last-line' : 'empty' })
      return lazyReporter(async () => (await import('./json/jsonl-reporter.ts')).createJsonlReporter(sink, { samples }))
    },
  ],
  [
    '.csv',
    (path, { csvSafe: safe, csvColumns: columns }) =>
      lazyReporter(async () => (await import('./csv/csv-reporter.ts')).createCsvReporter({ sink: fileSink(path), safe, columns })),
  ],
  ['.xml', (path) => lazyReporter(async () => (await import('./junit/junit-reporter.ts')).createJunitReporter(fileSink(path)))],
  ['.md', (path) => lazyReporter(async () => (await import('./markdown/markdown-reporter.ts')).createMarkdownReporter(fileSink(path)))],
  ['.html', (path) => lazyReporter(async () => (await import('./html/html-reporter.ts')).createHtmlReporter(fileSink(path)))],
  [
    '.txt',
    (path) =>
      lazyReporter(async () => {
        const { createTerminalReporter } = await import('./terminal/terminal-reporter.ts')
        return createTerminalReporter({ sink: fileSink(path), width: TEXT_WIDTH, color: false, unicode: true })
      }),
  ],
])

/**
 * The reporter for a file, chosen by its extension.
 * @throws AssayError `config` for an unknown extension, and for `append` with another format than JSONL.
 */
export function reporterFor(path: string, options: ReportFileOptions = {}): Reporter {
  const ending = endingOf(path)
  const create = FORMATS.get(ending)
  if (options.append === true && ending !== '.jsonl') {
    throw configError(`${path} cannot be added to: only a report that ends in .jsonl can. Leave out "append".`)
  }
  if (create !== undefined) return create(path, options)
  const known = Array.from(FORMATS.keys()).join(', ')
  const found = ending === '' ? 'has no ending' : `ends in ${ending}`
  throw configError(`${path} ${found}, which names no report format. Use one of: ${known}.`)
}

function endingOf(path: string): string {
  return extname(path).toLowerCase()
}
