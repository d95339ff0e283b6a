import type { Catalog, JudgeConfig } from '@assay/catalog'
import { configError } from '@assay/core'
import type { Judge } from '@assay/options'
import { setVariables } from '../commands/judges/set-variables.ts'
import { inPlace } from '../settings/in-place.ts'
import { type EvalRequest, isOfCommandLine } from '../settings/request.ts'

/**
 * The judge of the run: the one named on the command line, or that of the configuration if a metric has none of its own.
 * @throws AssayError `config` for a judge that cannot be created; if one is needed and none is named, with those whose keys are set.
 */
export async function chosenJudge(request: EvalRequest, catalog: Catalog, isNeeded: boolean): Promise<Judge | undefined> {
  const { judge } = request.settings
  // A judge that a configuration names for other runs needs no key in this one.
  if (judge !== undefined && (isNeeded || isOfCommandLine(request, 'judge'))) {
    return inPlace(request, 'judge', () => judgeOf(judge, request, catalog))
  }
  if (!isNeeded) return undefined
  const ready = (await catalog.providers()).filter((entry) => setVariables(entry).length > 0)
  const withKeys =
    ready.length === 0 ? 'No API key is set in the environment' : `Keys are set for: ${ready.map(({ name }) => name).join(', ')}`
  throw configError(
    `context-recall needs a judge. ${withKeys}. Write -j ${ready[0] === undefined ? 'openai:gpt-5-mini' : `${ready[0].name}:<model>`}, or -j lexical for a screen that needs no model.`,
  )
}

export async function judgeOf(judge: string | JudgeConfig | Judge, request: EvalRequest, catalog: Catalog): Promise<Judge> {
  if (isMadeJudge(judge)) {
    if (request.settings.maxOutputTokens !== undefined && isOfCommandLine(request, 'maxOutputTokens')) {
      throw configError(
        '--max-output-tokens cannot reach a judge that the configuration holds as an object. Set it there, as maxOutputTokens.',
      )
    }
    return judge
  }
  return catalog.judgeFrom(await limitedJudge(judge, request, catalog))
}

/**
 * A judge with `--max-output-tokens`, which overrides its own; a limit of the configuration applies to judges without their own that
 * accept it.
 * @throws AssayError `config` if the command line sets it for a judge without such a limit.
 */
export async function limitedJudge<T>(judge: T, request: EvalRequest, catalog: Catalog): Promise<T | JudgeConfig> {
  const { maxOutputTokens } = request.settings
  const config: JudgeConfig | undefined = typeof judge === 'string' ? { id: judge } : isConfig(judge) ? judge : undefined
  if (maxOutputTokens === undefined || config === undefined) return judge
  const isGiven = isOfCommandLine(request, 'maxOutputTokens')
  const id = String(config.id ?? config.provider)
  const entry = (await catalog.providers()).find(({ name }) => name === id.split(':', 1)[0])
  const takes = entry !== undefined && 'maxOutputTokens' in entry.options
  if (takes) return isGiven ? { ...config, maxOutputTokens } : { maxOutputTokens, ...config }
  if (!isGiven || (entry === undefined && !isPath(id))) return judge
  throw configError(`--max-output-tokens is for models of a provider, and ${id} takes none. Leave it out.`)
}

export function isMadeJudge(judge: string | JudgeConfig | Judge): judge is Judge {
  return (
    typeof judge === 'object' &&
    (typeof Reflect.get(judge, 'doGenerate') === 'function' || typeof Reflect.get(judge, 'verify') === 'function')
  )
}

function isConfig(judge: unknown): judge is JudgeConfig {
  return typeof judge === 'object' && judge !== null && ('id' in judge || 'provider' in judge)
}

function isPath(id: string): boolean {
  return /^\.{0,2}\//.test(id) || /^[a-z]:[\\/]/i.test(id)
}
