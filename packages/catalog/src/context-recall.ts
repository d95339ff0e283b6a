import { type AssayError, configError, type LLMAdapter, type Metric, type MetricConfig } from '@assay/core'
import { lexicalScreen } from '@assay/judge'
import {
  contextRecall as ofObjects,
  type ContextRecallDetail,
  type ContextRecallOptions,
  type JudgeOptions,
} from '@assay/metric-llm-recall'
import type { Catalog } from './catalog.ts'
import { isPath } from './load-export.ts'

/** Like `JudgeOptions`, with the judge's id instead of the judge. */
export type NamedJudgeOptions = Omit<JudgeOptions, 'judge'> & {
  /** `openai:gpt-5-mini`, `lexical`, or any other id of a registered judge. It is resolved, and its SDK loaded, with the first score. */
  readonly judge: string
}

type Recall = Metric<'reference' | 'retrievedContexts', ContextRecallDetail>

/** `contextRecall` of `@assay/metric-llm-recall` that also accepts a judge's id. */
export type ContextRecallFactory = (options: ContextRecallOptions | NamedJudgeOptions) => Recall

export function contextRecallFrom(judgeFrom: Catalog['judgeFrom']): ContextRecallFactory {
  return (options) => (isNamed(options) ? namedJudgeRecall(options, judgeFrom) : ofObjects(options))
}

function isNamed(options: ContextRecallOptions | NamedJudgeOptions): options is NamedJudgeOptions {
  return 'judge' in options && typeof options.judge === 'string'
}

/** Everything that a report shows of the metric is known from the id; only scoring needs the judge. */
function namedJudgeRecall({ judge: id, ...options }: NamedJudgeOptions, judgeFrom: Catalog['judgeFrom']): Recall {
  if (id === 'lexical') return ofObjects({ ...options, judge: lexicalScreen() })
  const known = ofObjects({ ...options, judge: modelNamed(id) })
  let made: Promise<Recall> | undefined

  async function make(): Promise<Recall> {
    const metric = ofObjects({ ...options, judge: await judgeFrom(id) })
    if (metric.signature === known.signature) return metric
    throw needsJudge(id, `its scores are signed ${metric.signature}, which its id does not show`)
  }

  return {
    ...known,
    config: configOf(id, options),
    async score(sample, runtime) {
      made ??= make()
      let metric: Recall
      try {
        metric = await made
      } catch (error) {
        // The next score may find what this one missed: a key, a file, a judge registered meanwhile.
        made = undefined
        throw error
      }
      return metric.score(sample, runtime)
    },
  }
}

/** A placeholder for a model that is not loaded yet: a signature shows only these two names. */
function modelNamed(id: string): LLMAdapter {
  if (isPath(id) || id.startsWith('recorded:')) throw needsJudge(id, 'the model is named in the file')
  const colon = id.indexOf(':')
  const [provider, modelId] = colon === -1 ? [id, ''] : [id.slice(0, colon), id.slice(colon + 1)]
  return {
    specificationVersion: 'v1',
    provider,
    modelId,
    capabilities: { structuredOutput: 'prompt', temperature: false, seed: false },
    fingerprint: {},
    doGenerate: () => Promise.reject(new TypeError(`${id} is not loaded.`)),
  }
}

/** `null` for values that JSON cannot hold. */
function configOf(judge: string, { prompts, language, claims, ...options }: Omit<NamedJudgeOptions, 'judge'>): MetricConfig | null {
  if (prompts !== undefined || language !== undefined || typeof claims === 'object') return null
  const given = Object.entries({ claims, ...options }).filter(([, value]) => value !== undefined)
  return { type: 'context-recall', judge, ...Object.fromEntries(given) }
}

function needsJudge(id: string, why: string): AssayError {
  const message = `contextRecall: the judge ${JSON.stringify(id)} cannot be given by its id: ${why}. Pass judge: await judgeFrom(${JSON.stringify(id)}).`
  return configError(message)
}
