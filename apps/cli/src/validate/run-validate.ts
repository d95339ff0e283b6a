import { AssayError } from '@assay/core'
import { canBeWritten, counted, refuseInputs } from '@assay/reporters'
import { configuredOptions } from '../config/configured-options.ts'
import { askedAdapters } from '../eval/asked/asked-adapters.ts'
import { type AskedRun, askedRun, type CommandLine } from '../eval/asked/asked-run.ts'
import { evalData } from '../eval/asked/eval-data.ts'
import { readEvalOptions } from '../eval/asked/eval-options.ts'
import { refuseUnpriced } from '../eval/running/refuse-unpriced.ts'
import { optionName } from '../eval/asked/in-place.ts'
import { runSettings } from '../eval/running/run-settings.ts'
import { openOutputs } from '../eval/written/outputs.ts'
import { terminalLook } from '../eval/written/terminal-look.ts'
import { exitCode } from '@assay/command-kit'
import { runGates } from '../gates/run-gates.ts'
import { askEmbedder, askModel } from './ask-once.ts'
import { type CheckList, createCheckList } from './check-list.ts'
import { checkData } from './data-check.ts'

/** `assay validate`: looks at everything that a run would use before it costs anything. Gives the exit code. */
export async function runValidate(
  line: CommandLine,
  { offline = false }: { readonly offline?: boolean | undefined } = {},
): Promise<number> {
  const list = createCheckList(write, terminalLook(process.stdout))
  const asked = await attempt(list, 'options', () => askedRun(line))
  if (asked === undefined) await checkDataAlone(line, list)
  else await checkRun(asked, list, offline)
  const [failed, total] = [list.failed(), list.total()]
  write(failed === 0 ? '\nNothing stands in the way of assay eval.\n' : `\n${failed} of ${counted(total, 'check')} failed.\n`)
  return failed === 0 ? exitCode.ok : exitCode.unusable
}

async function checkRun(asked: AskedRun, list: CheckList, offline: boolean): Promise<void> {
  const { options, known, metrics, rows } = asked
  const { config } = asked.again.raw
  list.add('ok', 'configuration', typeof config === 'string' ? config : 'none, only what the command line says')
  const names = [...new Set(known.map(({ name }) => name))]
  list.add('ok', 'metrics', names.join(', '))
  for (const note of asked.notes) list.add('warning', 'configuration', note)
  await attempt(list, 'gates', () => runGates(options, known, (message) => list.add('warning', 'gates', message)))
  await attempt(list, 'settings', () => refuseUnpriced(known, runSettings(options)))
  await attempt(list, 'outputs', async () => {
    refuseInputs(options.outputs, asked.files(), optionName(options, 'output', '-o'))
    openOutputs({ ...options, quiet: true })
    for (const output of options.outputs) if (output !== '-') await canBeWritten(output)
  })
  await checkData({ rows, metrics, allowed: options.allowUnscored }, list)
  await checkJudges(asked, list, offline)
}

async function checkJudges({ known, options }: AskedRun, list: CheckList, offline: boolean): Promise<void> {
  const { models, embedders } = await askedAdapters(known)
  const timeoutMs = options.timeoutSeconds === undefined ? undefined : options.timeoutSeconds * 1000
  const asking = [
    ...models.map((adapter) => ({ adapter, ask: () => askModel(adapter, timeoutMs) })),
    ...embedders.map((adapter) => ({ adapter, ask: () => askEmbedder(adapter, timeoutMs) })),
  ]
  for (const { adapter, ask } of asking) {
    const { state, says } = offline ? { state: 'skipped' as const, says: 'not asked (--offline)' } : await ask()
    list.add(state, `${adapter.provider}:${adapter.modelId}`, says)
  }
}

/** Where options are wrong, the files can be looked at all the same. */
async function checkDataAlone(line: CommandLine, list: CheckList): Promise<void> {
  if (line.data.length === 0) return
  try {
    const { data, raw, origins } = configuredOptions(line)
    const options = readEvalOptions(data, raw, origins)
    await checkData(
      { rows: (told) => evalData(options, [], { ...told, thorough: true }), metrics: [], allowed: options.allowUnscored },
      list,
    )
  } catch (error) {
    // It was said already.
    if (!AssayError.is(error)) throw error
  }
}

async function attempt<T>(list: CheckList, what: string, act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act()
  } catch (error) {
    if (!AssayError.is(error)) throw error
    list.add('failed', what, error.message)
    return undefined
  }
}

function write(text: string): void {
  process.stdout.write(text)
}
