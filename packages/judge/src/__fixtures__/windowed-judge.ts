import { AssayError, estimateCallTokens, type LLMCall, type LLMCapabilities } from '@assay/core'
import { scriptedAdapter, type ScriptedAdapter } from '@assay/testkit'

/** The data of one call: its contexts as texts, its claims by id. */
export type Shown = { readonly contexts: readonly string[]; readonly claims: ReadonlyMap<string, string> }

export function shownIn(call: LLMCall): Shown {
  const [contexts = '', question = ''] = call.messages[1]?.parts.map(({ text }) => text) ?? []
  return {
    contexts: Array.from(contexts.matchAll(/<context-\w+ number="\d+">\n([^]*?)\n<\/context-/g), ([, text = '']) => text),
    claims: new Map(Array.from(question.matchAll(/<claim-\w+ id="(c\d+)">\n([^]*?)\n<\/claim-/g), ([, id = '', text = '']) => [id, text])),
  }
}

/**
 * A judge that fails as servers do if prompt and reply together exceed its window. It supports a claim if each of its sentences occurs in
 * some context of the call, and quotes them.
 */
export function windowedJudge(
  window: number,
  o: { readonly tells?: boolean; readonly capabilities?: Partial<LLMCapabilities>; readonly countsReply?: boolean } = {},
): ScriptedAdapter & { readonly refused: () => number } {
  const { tells = true, countsReply = true } = o
  let refused = 0
  const adapter = scriptedAdapter(
    (call) => {
      if (estimateCallTokens(call) + (countsReply ? (call.maxOutputTokens ?? 0) : 0) > window) {
        refused += 1
        return new AssayError({ kind: 'context_overflow', message: `the maximum context length is ${window} tokens` })
      }
      const { contexts, claims } = shownIn(call)
      const verdicts = Array.from(claims, ([claim, text]) => {
        const parts = text.split(/(?<=\.) /)
        const evidence = parts.flatMap((quote) => {
          const at = contexts.findIndex((context) => context.includes(quote))
          return at < 0 ? [] : [{ context: at + 1, quote }]
        })
        return { claim, reason: 'r', evidence, supported: evidence.length === parts.length }
      })
      return { text: JSON.stringify({ verdicts }), usage: { ...USAGE, inputTokens: estimateCallTokens(call) } }
    },
    { capabilities: { ...(tells ? { contextWindow: window } : {}), ...o.capabilities } },
  )
  return Object.assign(adapter, { refused: () => refused })
}

const USAGE = { calls: 1, inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 1, reasoningTokens: 0 }
