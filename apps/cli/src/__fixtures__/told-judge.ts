import type { LLMCall } from '@assay/core'
import { rehearsedReply } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from '@assay/testkit'

/** What a judge says to each kind of question, by the name of its output; whatever is not told is answered in its form, mostly by "no". */
export type Told = { readonly [output: string]: ScriptedReply | object | ((call: LLMCall, index: number) => ScriptedReply | object | Promise<ScriptedReply | object>) }

export function toldJudge(told: Told): ScriptedAdapter {
  return scriptedAdapter(async (call, index) => {
    const own = told[call.output?.name ?? '']
    const says: ScriptedReply | object | undefined = typeof own === 'function' ? await own(call, index) : own
    if (says === undefined) return rehearsedReply(call) ?? 'nothing'
    return typeof says === 'string' || says instanceof Error || 'text' in says || 'finishReason' in says ? (says as ScriptedReply) : JSON.stringify(says)
  })
}

/** The ids that a call asks about. */
export function idsIn(call: LLMCall): string[] {
  const text = call.messages[1]?.parts.map((part) => part.text).join('') ?? ''
  return [...text.matchAll(/<(?:claim|passage|sentence)-\w+ id="(\w+)">/g)].map(([, id = '']) => id)
}

/** Verdicts of a reply, by id. */
export function verdicts(call: LLMCall, says: (id: string) => boolean): object {
  return { verdicts: idsIn(call).map((claim) => ({ claim, reason: 'r', evidence: [], supported: says(claim) })) }
}
