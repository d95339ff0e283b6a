import type { LLMCall } from '@assay/core'
import { rehearsedReply } from '@assay/judge'
import { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from '@assay/testkit'

/** A judge's answer to each kind of call, by the name of its output. Other calls get a valid answer, mostly "no". */
export type Told = { readonly [output: string]: ScriptedReply | object | ((call: LLMCall, index: number) => ScriptedReply | object | Promise<ScriptedReply | object>) }

export function toldJudge(told: Told): ScriptedAdapter {
  return scriptedAdapter(async (call, index) => {
    const own = told[call.output?.name ?? '']
    const says: ScriptedReply | object | undefined = typeof own === 'function' ? await own(call, index) : own
    if (says === undefined) return rehearsedReply(call) ?? 'nothing'
    return typeof says === 'string' || says instanceof Error || 'text' in says || 'finishReason' in says ? (says as ScriptedReply) : JSON.stringify(says)
  })
}

/** The ids in a call. */
export function idsIn(call: LLMCall): string[] {
  const text = call.messages[1]?.parts.map((part) => part.text).join('') ?? ''
  return [...text.matchAll(/<(?:claim|passage|sentence)-\w+ id="(\w+)">/g)].map(([, id = '']) => id)
}

/** Verdicts of a reply, by id. */
export function verdicts(call: LLMCall, says: (id: string) => boolean): object {
  return { verdicts: idsIn(call).map((claim) => ({ claim, reason: 'r', evidence: [], supported: says(claim) })) }
}
