import { createDirectRuntime, type LLMCall, type LLMCapabilities, type Runtime } from '@assay/core'
import { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from '@assay/testkit'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier, VerifyInput } from '../claim-verifier.ts'
import type { Verdict } from '../verdict.ts'

/** The ids of the claims in a call. */
export function claimIdsOf(call: LLMCall): string[] {
  const question = call.messages[1]?.parts.at(-1)?.text ?? ''
  return [...question.matchAll(/ id="(c\d+)"/g)].map(([, id = '']) => id)
}

export type Judging = (id: string, call: number) => boolean

/** A judge that gives each claim the verdict of a function. */
export function judgeThat(says: Judging, options?: JudgeOptions): ScriptedAdapter {
  return judgeByCall(() => says, options)
}

/** A judge scripted per call, counted from 0: verdicts, or a reply or failure instead of them. */
export function judgeByCall(script: (call: number) => ScriptedReply | Judging, options: JudgeOptions = {}): ScriptedAdapter {
  return scriptedAdapter((call, index) => {
    const scripted = script(index)
    if (typeof scripted !== 'function') return scripted
    const verdicts = claimIdsOf(call).map((claim) => ({ claim, reason: `call ${index}`, evidence: [], supported: scripted(claim, index) }))
    return JSON.stringify({ verdicts })
  }, options)
}

type JudgeOptions = { readonly modelId?: string; readonly capabilities?: Partial<LLMCapabilities> }

export function claimsOf(count: number): Claim[] {
  return Array.from({ length: count }, (_, index) => ({ id: `c${index + 1}`, text: `Claim ${index + 1}.` }))
}

export async function verify(
  verifier: ClaimVerifier,
  input: Partial<VerifyInput> = {},
): Promise<{ verdicts: readonly Verdict[]; outcomes: string[]; repairs: readonly string[] }> {
  const { verdicts, repairs = [] } = await verifier.verify({
    claims: claimsOf(2),
    contexts: ['Something.'],
    runtime: createDirectRuntime(),
    ...input,
  })
  return { verdicts, outcomes: verdicts.map(({ outcome }) => outcome), repairs }
}

/** A runtime that records the draw of every call. */
export function drawsOf(): { runtime: Runtime; draws: (number | undefined)[] } {
  const direct = createDirectRuntime()
  const draws: (number | undefined)[] = []
  return {
    draws,
    runtime: {
      ...direct,
      generate(adapter, call, options) {
        draws.push(options.draw)
        return direct.generate(adapter, call, options)
      },
    },
  }
}
