import { vi } from 'vitest'
import type { BenchResult, JudgeResult } from '../../figures/bench-result.ts'
import { type BenchOptions, planBench } from '../bench-plan.ts'
import { runBench } from '../run-bench.ts'
import { type Decide, startFakeJudge } from './fake-judge.ts'

export async function bench(options: Partial<BenchOptions> & Pick<BenchOptions, 'fixtures'>): Promise<BenchResult> {
  const whole = { judges: [], ...options }
  return runBench({ plan: await planBench(whole), options: whole, settings: {} })
}

/** A benchmark of `openai:m`, as the fake judge answers for it. */
export async function judged(
  decide: Decide,
  { key = 'openai:m', ...options }: Partial<BenchOptions> & Pick<BenchOptions, 'fixtures'> & { key?: string },
) {
  const server = await startFakeJudge(decide)
  vi.stubEnv('OPENAI_BASE_URL', server.url)
  vi.stubEnv('OPENAI_API_KEY', 'k')
  const result = await bench({ judges: ['openai:m'], ...options }).finally(() => vi.unstubAllEnvs())
  return { server, result, judge: judgeOf(result, key) }
}

export function judgeOf(result: BenchResult, key: string): JudgeResult {
  const found = result.judges.find((judge) => judge.key === key)
  if (found === undefined) throw new Error(`${key} is not among ${result.judges.map((judge) => judge.key).join(', ')}`)
  return found
}

