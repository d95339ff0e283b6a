import { AssayError } from '@assay/core'
import { fileSink, githubAnnotations, harmlessLine, stepSummarySink, streamSink, type TextSink } from '@assay/reporters'
import { sayWarning } from '../../output/outputs.ts'
import { terminalLook } from '../../output/terminal-look.ts'
import type { ComparedPages } from './compared-pages.ts'

/** So many characters are written at once. */
const PIECE = 1 << 16

/** A file that a comparison is written to; `-` is standard output. */
export type PageFile = { readonly file: string; readonly kind: 'json' | 'csv' | 'markdown' | 'html' }

/** @throws AssayError `config` for an ending that names no form. */
export function pageFiles(files: readonly string[]): PageFile[] {
  return [...new Set(files)].map((file) => ({ file, kind: kindOf(file) }))
}

/**
 * Writes a comparison to each file, and to the terminal, which is standard error where standard output holds JSON. On GitHub it is also added to the
 * page of the run, with an annotation for each gate that failed.
 */
export async function writePages(pages: ComparedPages, files: readonly PageFile[], { quiet = false } = {}): Promise<void> {
  for (const { file, kind } of files) await writeAll(file === '-' ? streamSink(process.stdout) : fileSink(file), await pages[kind]())
  const people = files.some(({ file }) => file === '-') ? process.stderr : process.stdout
  if (!quiet) {
    await writeAll(streamSink(people, people === process.stdout ? undefined : 'the standard error'), [
      pages.text(terminalLook(people).width).split('\n').map(harmlessLine).join('\n'),
    ])
  }
  await writeToGithub(pages, people)
}

/** Nobody asked for it by name: where it cannot be written, the comparison is none the worse. */
async function writeToGithub(pages: ComparedPages, people: NodeJS.WriteStream): Promise<void> {
  if (process.env['GITHUB_ACTIONS'] !== 'true') return
  const lines = githubAnnotations(process.env, {}, pages)
  if (lines !== '') people.write(lines)
  const summary = stepSummarySink(process.env)
  if (summary === undefined) return
  try {
    await writeAll(summary, await pages.markdown())
  } catch (error) {
    sayWarning(`the summary on GitHub was not written: ${error instanceof Error ? error.message : String(error)}`)
  }
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
