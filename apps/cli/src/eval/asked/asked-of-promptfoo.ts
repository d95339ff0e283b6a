import type { Catalog } from '@assay/catalog'
import { AssayError } from '@assay/core'
import { commandName } from '../../command-name.ts'
import { screenAsGate } from '../../gates/gate-watch.ts'
import { configuredOptions } from '../../config/configured-options.ts'
import { promptfooRun } from '../../config/promptfoo-run.ts'
import type { AskedRun, CommandLine } from './asked-run.ts'
import { judgeOf, limitedJudge } from './chosen-judge.ts'
import { type RawEvalOptions, readEvalOptions } from './eval-options.ts'
import { filesRead } from './files-read.ts'
import { refuseIdleCallOptions, refuseIdleScreenOption } from './idle-options.ts'
import { mayAskModels } from './may-ask-models.ts'

/**
 * A promptfoo configuration as a run: its tests are the rows, its assertions what each of them is asked.
 * @throws AssayError `config` for options that have no place beside it, and for what cannot be read.
 */
export async function askedOfPromptfoo(path: string, line: CommandLine, catalog: Catalog): Promise<Omit<AskedRun, 'again'>> {
  refuseForeignOptions(line)
  const { data, raw, origins } = configuredOptions(line)
  const options = readEvalOptions(data, raw, origins)
  const { judge, generate, limit, promptfooOutputs: outputs, dryRun: isRehearsal } = options
  const run = await promptfooRun(path, {
    catalog: { ...catalog, judgeFrom: (named) => catalog.judgeFrom(limitedJudge(named, options, catalog.judges())) },
    judge: judge === undefined ? undefined : await judgeOf(judge, options, catalog),
    generate,
    outputs,
    trustConfig: line.raw.trustConfig,
    isRehearsal,
  })
  const rows = run.rows.slice(0, limit)
  const known = [...new Set(rows.flatMap((row) => run.metrics(row).checks.map(({ metric }) => metric)))]
  const screen = options.allowScreen ? undefined : known.find(({ evidence }) => evidence === 'screen')
  if (screen !== undefined) throw screenAsGate(`The assertions of ${path} are gates`, screen.name)
  const mayPay = known.some(mayAskModels)
  // Where every assertion is skipped, the run says why; an option is not at fault.
  if (known.length > 0) {
    refuseIdleScreenOption(options, known)
    refuseIdleCallOptions(options, mayPay)
  }
  const files = (): readonly string[] => [...run.files, ...filesRead(options)]
  const hasPlainAnswers = !run.readsPartsOfAnswers
  return { options, known, metrics: run.metrics, rows: () => rows, total: rows.length, mayPay, files, hasPlainAnswers, notes: run.notes }
}

/** Options that say what the file says itself. */
const FOREIGN: readonly (readonly [option: string, name: keyof RawEvalOptions])[] = [
  ['--metric', 'metric'],
  ['--column', 'column'],
  ['--format', 'format'],
  ['--delimiter', 'delimiter'],
  ['--similarity', 'similarity'],
  ['--threshold', 'threshold'],
  ['--strict', 'strict'],
  ['--soft', 'soft'],
  ['--explain', 'explain'],
  ['--strategy', 'strategy'],
  ['--votes', 'votes'],
  ['--require-quote', 'requireQuote'],
  ['--relevance-level', 'relevanceLevel'],
  ['--qrels', 'qrels'],
  ['--complete', 'complete'],
]

function refuseForeignOptions({ data, raw }: CommandLine): void {
  const option = FOREIGN.find(([, name]) => raw[name] !== undefined)?.[0] ?? (raw.grouping === false ? '--no-grouping' : undefined)
  const what = data.length > 0 ? data.join(' ') : option
  if (what === undefined) return
  throw new AssayError({
    kind: 'config',
    message: `${what} has no place beside a promptfoo configuration: its tests are the rows, and its assertions say what is checked. Leave it out, or make it ours first: ${commandName()} import`,
  })
}
