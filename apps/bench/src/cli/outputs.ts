import { extname } from 'node:path'
import { AssayError, configError } from '@assay/core'
import { fileSink } from '@assay/reporters'
import type { BenchResult } from '../figures/bench-result.ts'
import { markdownReport } from '../report/markdown-report.ts'
import { terminalReport } from '../report/terminal-report.ts'
import { say } from './say.ts'

export type Outputs = {
  /** Whether JSON goes to the standard output; then nothing else may. */
  readonly hasStdout: boolean
  /** @throws AssayError `config` where a file cannot be opened: before any call. */
  readonly begin: () => Promise<void>
  /** Writes every file that can be written. `false` if one cannot, with a message. */
  readonly write: (result: BenchResult) => Promise<boolean>
  /** Leaves no file behind. */
  readonly discard: () => Promise<void>
}

type Render = (result: BenchResult) => string | Promise<string>

const FORMATS = new Map<string, Render>([
  ['.json', asJson],
  ['.md', markdownReport],
  ['.txt', terminalReport],
  ['.html', async (result) => (await import('../page/bench-page.ts')).renderBenchPage(result)],
])

/** Where a benchmark is written to. @throws AssayError `config` for an extension without a format: before any call. */
export function openOutputs(paths: readonly string[]): Outputs {
  const files = paths.filter((path) => path !== '-').map((path) => ({ render: formatOf(path), sink: fileSink(path) }))
  const hasStdout = paths.includes('-')
  return {
    hasStdout,
    async begin() {
      for (const { sink } of files) await sink.open()
    },
    async write(result) {
      if (hasStdout) process.stdout.write(asJson(result))
      let isWhole = true
      for (const { render, sink } of files) {
        const text = await render(result)
        try {
          await sink.write(text)
          await sink.close()
        } catch (error) {
          await sink.discard()
          if (!AssayError.is(error)) throw error
          say(error.message)
          isWhole = false
        }
      }
      return isWhole
    },
    async discard() {
      for (const { sink } of files) await sink.discard()
    },
  }
}

function formatOf(path: string): Render {
  const render = FORMATS.get(extname(path).toLowerCase())
  if (render !== undefined) return render
  const known = [...FORMATS.keys()].join(', ')
  throw configError(`-o ${path}: its extension names no report format. Use one of: ${known}.`)
}

function asJson(result: BenchResult): string {
  return `${JSON.stringify(result, null, 2)}\n`
}
