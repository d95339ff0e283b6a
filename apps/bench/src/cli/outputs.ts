import { extname } from 'node:path'
import { AssayError, configError } from '@assay/core'
import { fileSink } from '@assay/reporters'
import type { BenchResult } from '../figures/bench-result.ts'
import { markdownReport } from '../report/markdown-report.ts'
import { terminalReport } from '../report/terminal-report.ts'
import { say } from './say.ts'

export type Outputs = {
  /** JSON goes to the standard output, and nothing else may. */
  readonly hasStdout: boolean
  /** @throws AssayError `config` where a file cannot be opened: before anybody is asked. */
  readonly begin: () => Promise<void>
  /** Every file that can be written is; `false` where one is lost, which is said. */
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

/** Where a benchmark is written to. @throws AssayError `config` for an ending that names no format: before anybody is asked. */
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
  throw configError(`-o ${path} names no format of a report. Endings there are: ${known}.`)
}

function asJson(result: BenchResult): string {
  return `${JSON.stringify(result, null, 2)}\n`
}
