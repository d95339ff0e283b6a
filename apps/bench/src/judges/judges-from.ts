import { configError } from '@assay/core'
import { createCatalog } from '@assay/catalog'
import { llmVerifier } from '@assay/judge'
import type { Strategy } from '../figures/bench-result.ts'
import type { FixtureItem } from '../fixtures/fixture-item.ts'
import type { LabelledSource } from '../lexical/dev-sources.ts'
import { alwaysYes } from './always-yes.ts'
import type { RunnableJudge, BenchJudge } from './bench-judge.ts'
import { lexicalJudge } from './lexical-judge.ts'
import { recordedVerdicts } from './recorded-verdicts.ts'

export type JudgesOptions = {
  /** As given on the command line: `openai:gpt-5-mini`, `verdicts:FILE#judge`, `lexical`, `./judge.ts#name`. */
  readonly written: readonly string[]
  readonly strategies: readonly Strategy[]
  readonly items: readonly FixtureItem[]
  /** The files that the lexical screen was trained on. */
  readonly sources: readonly LabelledSource[]
}

const BASELINES = new Set(['lexical', 'always-yes'])

/**
 * The judges of a benchmark: those named, in their order, then the baselines.
 * @throws AssayError `config` for a judge that does not exist, or is named twice.
 */
export async function judgesFrom({ written, strategies, items, sources }: JudgesOptions): Promise<BenchJudge[]> {
  const judges: BenchJudge[] = []
  for (const text of written) {
    if (BASELINES.has(text)) continue
    if (text.startsWith('verdicts:')) judges.push(recordedJudge(text.slice('verdicts:'.length)))
    else judges.push(...(await runnableJudges(text, strategies)))
  }
  judges.push(lexicalJudge(items, sources), alwaysYes(items))
  const keys = judges.map(({ key }) => key)
  const twice = keys.find((key, at) => keys.indexOf(key) !== at)
  if (twice !== undefined) throw configError(`The judge ${twice} is named twice. Name it once.`)
  return judges
}

function recordedJudge(written: string): BenchJudge {
  const { name, verdicts } = recordedVerdicts(written)
  const key = `${name} (recorded)`
  const notes = ['Recorded verdicts: no call was made, so cost and latency are unknown.']
  return { key, name: key, kind: 'recorded', isBaseline: false, strategy: null, verdicts, notes }
}

async function runnableJudges(written: string, strategies: readonly Strategy[]): Promise<RunnableJudge[]> {
  const judge = await createCatalog().judgeFrom(written)
  const name = 'verify' in judge ? judge.signature : `${judge.provider}:${judge.modelId}`
  return strategies.map((strategy) => ({
    key: strategies.length === 1 ? name : `${name} ${strategy}`,
    name,
    kind: 'verify' in judge && judge.kind === 'screen' ? 'screen' : 'model',
    isBaseline: false,
    strategy,
    notes: [],
    verifier: 'verify' in judge ? judge : llmVerifier({ judge, strategy }),
  }))
}
