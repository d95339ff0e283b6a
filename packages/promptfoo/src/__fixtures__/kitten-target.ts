import type { LLMCall } from '@assay/core'
import type { ScriptedReply } from '@assay/testkit'
import { judging } from './promptfoo-run.ts'

/** A configuration whose prompt `openai:target` answers, for one test with these assertions. */
export function targetConfig(assert: string): string {
  return `prompts: ["Say: {{query}}"]\nproviders: [openai:target]\ntests:\n  - vars: { query: "Q <1>", context: "The gate closes at ten." }\n    assert:\n${assert.replaceAll(/^/gm, '      ')}\n`
}

export function isTarget(id: string): boolean {
  return id.startsWith('openai:target')
}

/** The target says `kitten`; everybody else judges. */
export function kittenOrJudging(call: LLMCall, id: string): ScriptedReply {
  if (!isTarget(id)) return judging(call)
  const usage = { calls: 1, inputTokens: 7, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 2, reasoningTokens: 0 }
  return { text: 'kitten', usage }
}
