import { AssayError } from '@assay/core'
import { fileSink, harmlessLine, streamSink, type TextSink } from '@assay/reporters'
import { terminalLook } from '../eval/written/terminal-look.ts'
import type { ComparedPages } from './compared-pages.ts'

/** So many characters are written at once. */
const PIECE = 1 << 16

/** A file that a comparison is written to; `-` is standard output. */
export type PageFile = { readonly file: string; readonly kind: 'json' | 'csv' | 'markdown' | 'html' }

/** @throws AssayError `config` for an ending that names no form. */
export function pageFiles(files: readonly string[]): PageFile[] {
  return [...new Set(files)].map((file) => ({ file, kind: kindOf(file) }))
}

/** Writes a comparison to each file, and to the terminal, which is standard error where standard output holds JSON. */
export async function writePages(pages: ComparedPages, files: readonly PageFile[], { quiet = false } = {}): Promise<void> {
  for (const { file, kind } of files) await writeAll(file === '-' ? streamSink(process.stdout) : fileSink(file), await pages[kind]())
  if (quiet) return
  const people = files.some(({ file }) => file === '-') ? process.stderr : process.stdout
  await writeAll(streamSink(people, people === process.stdout ? undefined : 'the standard error'), [
    pages.text(terminalLook(people).width).split('\n').map(harmlessLine).join('\n'),
  ])
}

async function writeAll(sink: TextSink, texts: Iterable<string>): Promise<void> {
  await sink.open()
  let piece = ''
  for (const text of texts) {
    piece += text
    if (piece.length < PIECE) continue
    await sink.write(piece)
    piece = ''
  }
  await sink.write(piece)
  await sink.close()
}

function kindOf(file: string): PageFile['kind'] {
  if (file === '-' || /\.json$/i.test(file)) return 'json'
  if (/\.csv$/i.test(file)) return 'csv'
  if (/\.(?:md|markdown)$/i.test(file)) return 'markdown'
  if (/\.html?$/i.test(file)) return 'html'
  throw new AssayError({
    kind: 'config',
    message: `-o ${file}: a comparison is written as .html, .md, .json or .csv. Name a file with one of these endings.`,
  })
}
