import type { Catalog, JudgeConfig } from '@assay/catalog'
import type { Judge, ProviderEntry } from '@assay/options'
import { isMadeJudge } from '../../plan/chosen-judge.ts'
import { type PromptfooRun, readPromptfooConfig } from '@assay/promptfoo'
import { shareLibrary } from '../../share-library.ts'

export type PromptfooRunOptions = {
  readonly catalog: Catalog
  readonly providers: readonly ProviderEntry[]
  /** From the command line: it overrides the judges of the file. */
  readonly judge?: string | JudgeConfig | Judge | undefined
  readonly generate?: boolean | undefined
  /** A finished run of promptfoo, whose outputs are judged. */
  readonly outputs?: string | undefined
  readonly trustConfig?: boolean | undefined
  readonly isRehearsal?: boolean | undefined
}

/** A promptfoo configuration as rows and checks for `evaluate`, with models from the catalog. @throws AssayError `config` */
export async function promptfooRun(path: string, { catalog, providers, judge, ...options }: PromptfooRunOptions): Promise<PromptfooRun> {
  if (options.trustConfig === true) shareLibrary()
  return readPromptfooConfig(path, {
    judge: judge === undefined ? undefined : isMadeJudge(judge) ? judge : await catalog.judgeFrom(judge),
    judgeFrom: (model) => catalog.judgeFrom({ ...model }),
    metricFrom: (config, given) => catalog.metricFrom(config, given),
    similarityFrom: (id) => catalog.similarityFrom(id),
    ambientVariables: (provider) => providers.find(({ name }) => name === provider)?.ambientVariables ?? [],
    ...options,
  })
}
