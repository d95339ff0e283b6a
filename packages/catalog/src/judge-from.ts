import { configError } from '@assay/core'
import { checkOptions, type Judge, type ProviderEntry } from '@assay/options'
import { type JudgeConfig, judgeIdOf } from './judge-config.ts'
import { isPath, loadExport, refuseOptionsOfCode } from './load-export.ts'
import { isJudge } from './shapes.ts'
import { meantBy, shownJudge } from './meant-by.ts'
import { unknownName } from './unknown-name.ts'

/** @throws AssayError `config` listing the known ones. */
export async function judgeFrom(
  judge: string | JudgeConfig,
  providers: ReadonlyMap<string, ProviderEntry>,
  folder: string,
): Promise<Judge> {
  const config = typeof judge === 'string' ? { id: judge } : judge
  const id = judgeIdOf(config)
  if (isPath(id)) {
    refuseOptionsOfCode(id, config, ['id', 'provider', 'model'])
    return loadExport(id, { folder, what: 'a judge', is: isJudge })
  }
  const [name, model] = parted(id)
  const entry = providers.get(name)
  if (entry === undefined) {
    const known = new Map(Array.from(providers, ([provider, its]) => [provider, shownJudge(its)]))
    const shown = (provider: string): string => known.get(provider) ?? provider
    throw unknownName({ what: 'judge', written: id, name, known: [...known.keys()], shown, meant: meantBy(id, providers) })
  }
  const { id: _id, provider: _provider, model: _model, ...options } = config
  return entry.judge(
    modelOf(entry, model),
    checkOptions(entry.options, options, (option) => `The judge "${id}": ${option}`),
    { folder },
  )
}

/** `openai:gpt-5` as `openai` and `gpt-5`; a model may hold colons. */
export function parted(id: string): readonly [name: string, rest: string | undefined] {
  const colon = id.indexOf(':')
  return colon === -1 ? [id, undefined] : [id.slice(0, colon), id.slice(colon + 1)]
}

function modelOf({ name, example, which = 'model' }: ProviderEntry, model: string | undefined): string {
  if (which === 'none' && model !== undefined)
    throw configError(`The judge "${name}" takes no model, and "${name}:${model}" names one. Write: ${name}`)
  if (which !== 'none' && (model === undefined || model === '')) throw configError(`The judge "${name}" needs a ${which}, as in ${example}`)
  return model ?? ''
}
