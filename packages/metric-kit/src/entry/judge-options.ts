import { configError, type LLMAdapter } from '@assay/core'
import type { Judge, OptionTable } from '@assay/options'
import * as z from 'zod'

/** An even number of votes can end in a tie. */
const oddVotes = z
  .int()
  .min(1)
  .max(99)
  .refine((votes) => votes % 2 === 1, 'an odd number, which cannot end in a tie,')

/** Options of every metric that uses a judge on claims or passages: declared once, so that a flag means the same for all. */
export const judgeOptions = {
  claims: { schema: z.enum(['llm', 'sentences']), help: 'how texts are split into claims: llm (default), sentences', value: '<by>' },
  votes: { schema: oddVotes, help: 'odd number of verdicts, the majority counts', value: '<n>' },
  requireQuote: { schema: z.boolean(), help: 'a supported claim needs a quote from the contexts' },
  minQuote: { schema: z.int().min(1), help: 'characters that a quote needs to count (default 12)', value: '<n>' },
  grouping: { schema: z.boolean(), help: 'too long contexts leave the row unscored', default: true },
} as const satisfies OptionTable

/** The strategies of a metric, among those that exist. */
export function strategyOption<const Name extends string>(names: readonly [Name, ...Name[]]) {
  return {
    schema: z.enum(names),
    help: 'how claims or passages are sent to the judge: batched, per-claim, per-context, single-pass',
    value: '<name>',
  } as const
}

/** Options without effect beside a judge that is no model, each with the reason. */
export function unusedBeside(judge: Judge | undefined, options: readonly string[]): Readonly<Record<string, string>> {
  if (judge === undefined || !('verify' in judge)) return {}
  const why = `is for judges that are models, and ${judge.signature} is none. Name a model with -j, or leave it out.`
  return Object.fromEntries(options.map((option) => [option, why]))
}

/** @throws AssayError `config` without a judge. */
export function neededJudge(judge: Judge | undefined, name: string, examples = 'openai:gpt-5-mini or lexical'): Judge {
  if (judge !== undefined) return judge
  throw configError(`${name} needs a judge, as in ${examples}.`)
}

/** The judge, if it must be a model. @throws AssayError `config` */
export function neededModel(judge: Judge | undefined, name: string): LLMAdapter {
  const needed = neededJudge(judge, name, 'openai:gpt-5-mini')
  if (!('verify' in needed)) return needed
  throw configError(`${name} needs a model as its judge, and ${needed.signature} is none. Name one with -j, as in openai:gpt-5-mini.`)
}
