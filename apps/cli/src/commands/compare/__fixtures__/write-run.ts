import { type AnyMetric, type Sample, scored, unscored } from '@assay/core'
import { reporterFor } from '@assay/reporters'
import { evaluate } from '@assay/runner'

export type ToyRow = {
  readonly id?: string
  readonly question?: string
  readonly cluster?: string
  /** What the row was given besides. */
  readonly given?: Partial<Sample>
  /** Outcomes by the claim's text, a number there an undecided one's probability, which counts from 0.5; a number is the value itself; `null` leaves the row unscored. */
  readonly score: Readonly<Record<string, boolean | number>> | number | null
}

export type ToyMetric = { readonly name?: string; readonly version?: string; readonly judge?: string; readonly evidence?: 'judge' | 'screen' | 'exact'; readonly direction?: 'maximize' | 'minimize'; readonly k?: number }

/** Runs rows with scores of our choice through the runner, and writes the report that its ending names. */
export async function writeRun(path: string, rows: readonly ToyRow[], metrics: readonly ToyMetric[] = [{}], { label, samples }: { readonly label?: string; readonly samples?: boolean } = {}): Promise<string> {
  const data = rows.map(({ id, question, cluster, score, given }): Sample => ({
    ...given,
    id,
    userInput: question ?? id,
    cluster,
    metadata: { score },
  }))
  const evaluation = evaluate({ data, metrics: metrics.map(toyMetric), about: { label } })
  const reporter = reporterFor(path, { samples })
  await reporter.begin(evaluation.run)
  for await (const batch of evaluation.batches()) await reporter.rows(batch)
  await reporter.end(await evaluation.result())
  return path
}

function toyMetric({ name = 'context_recall', version = '1', judge = 'toy', evidence = 'judge', direction = 'maximize', k }: ToyMetric): AnyMetric {
  const signature = `${name}|judge:${judge}|v${version}`
  return {
    specificationVersion: 'v1',
    name,
    version,
    kind: 'llm',
    evidence,
    direction,
    needs: [],
    signature,
    config: k === undefined ? { type: name } : { type: name.replace(/@.*/, ''), k },
    score: ({ metadata }) => Promise.resolve(toyScore(signature, metadata?.['score'])),
  }
}

function toyScore(signature: string, score: unknown): Awaited<ReturnType<AnyMetric['score']>> {
  if (score === null) return unscored({ signature, cause: 'timeout', reason: 'No reply came.' })
  if (typeof score === 'number') return scored({ signature, value: score, reason: 'As told.', detail: {} })
  const outcomes = Object.entries(score ?? {})
  const supported = outcomes.filter(([, said]) => said === true || (typeof said === 'number' && said >= 0.5)).length
  const detail = {
    claims: outcomes.map(([text], index) => ({ id: `c${index + 1}`, text })),
    verdicts: outcomes.map(([, said], index) => ({ claim: `c${index + 1}`, ...verdictOf(said) })),
  }
  return scored({ signature, value: supported / outcomes.length, reason: 'As told.', detail })
}

function verdictOf(said: unknown): { readonly outcome: string; readonly probability?: number } {
  if (typeof said === 'number') return { outcome: 'undecided', probability: said }
  return { outcome: said === true ? 'supported' : 'unsupported' }
}
