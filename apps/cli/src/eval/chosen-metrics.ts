import { type Catalog, createCatalog, type Judge } from '@assay/catalog'
import { type AnyMetric, AssayError, type MetricConfig } from '@assay/core'
import type { EvalOptions } from './eval-options.ts'

/**
 * The metrics asked for, made by the catalog with the options that concern them.
 * @throws AssayError `config` for an unknown name, a missing judge, or an option that no metric asked for would read.
 */
export async function chosenMetrics(options: EvalOptions, catalog: Catalog = createCatalog()): Promise<AnyMetric[]> {
  const entries = catalog.metrics()
  if (options.metrics.length === 0) {
    const names = entries.map(({ name }) => `-m ${name}`).join(', ')
    throw configError(`Name at least one metric: ${names}`)
  }
  const types = options.metrics.map((name) => name.toLowerCase().replaceAll('_', '-'))
  refuseIdleOptions(options, types)
  const needsJudge = entries.some(({ name, needsJudge: needs }) => needs === true && types.includes(name))
  const judge = await chosenJudge(options, catalog, needsJudge)
  return Promise.all(options.metrics.map((name) => catalog.metricFrom(configOf(name, options), { judge })))
}

async function chosenJudge(options: EvalOptions, catalog: Catalog, isNeeded: boolean): Promise<Judge | undefined> {
  if (options.judge !== undefined) return catalog.judgeFrom(options.judge)
  if (!isNeeded) return undefined
  const ready = catalog.judges().filter(({ keyVariable }) => keyVariable !== undefined && (process.env[keyVariable] ?? '') !== '')
  const withKeys =
    ready.length === 0 ? 'No API key is set in the environment' : `Keys are set for: ${ready.map(({ name }) => name).join(', ')}`
  throw configError(
    `context-recall needs a judge. ${withKeys}. Write -j openai:gpt-5-mini, or -j lexical for a screen that needs no model.`,
  )
}

function configOf(name: string, options: EvalOptions): MetricConfig {
  const { similarity, threshold, requireQuote } = options
  switch (name.toLowerCase().replaceAll('_', '-')) {
    case 'non-llm-context-recall':
      return {
        type: name,
        ...(similarity === undefined ? {} : { similarity }),
        ...(threshold === undefined ? {} : { threshold }),
      }
    case 'context-recall':
      return { type: name, ...(requireQuote ? { requireQuote } : {}) }
    default:
      return { type: name }
  }
}

/** An option that changes nothing would let its author believe it did. */
function refuseIdleOptions(options: EvalOptions, types: readonly string[]): void {
  const wanted: readonly (readonly [option: string, isGiven: boolean, metric: string])[] = [
    ['--similarity', options.similarity !== undefined, 'non-llm-context-recall'],
    ['--threshold', options.threshold !== undefined, 'non-llm-context-recall'],
    ['--require-quote', options.requireQuote, 'context-recall'],
    ['--judge', options.judge !== undefined, 'context-recall'],
  ]
  for (const [option, isGiven, metric] of wanted) {
    if (isGiven && !types.includes(metric))
      throw configError(`${option} is for ${metric}, which was not asked for. Add -m ${metric}, or leave ${option} out.`)
  }
}

function configError(message: string): AssayError {
  return new AssayError({ kind: 'config', message })
}
