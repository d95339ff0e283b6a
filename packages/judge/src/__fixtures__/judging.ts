import { createDirectRuntime, type LLMCall, type LLMCapabilities, type Runtime } from '@assay/core'
import { scriptedAdapter, type ScriptedAdapter, type ScriptedReply } from '@assay/testkit'
import type { Claim } from '../claim.ts'
import type { ClaimVerifier, VerifyInput } from '../claim-verifier.ts'
import type { Verdict } from '../verdict.ts'

/** The ids a call asks about. */
export function askedIds(call: LLMCall): string[] {
  const question = call.messages[1]?.parts.at(-1)?.text ?? ''
  return [...question.matchAll(/ id="(c\d+)"/g)].map(([, id = '']) => id)
}

export type Judging = (id: string, call: number) => boolean

/** A judge that gives each asked claim the verdict it is told. */
export function judgeThat(says: Judging, options?: JudgeOptions): ScriptedAdapter {
  return judgeByCall(() => says, options)
}

/** A judge told call by call, counted from 0: verdicts, or what to send or fail with in their place. */
export function judgeByCall(tell: (call: number) => ScriptedReply | Judging, options: JudgeOptions = {}): ScriptedAdapter {
  return scriptedAdapter((call, index) => {
    const told = tell(index)
    if (typeof told !== 'function') return told
    const verdicts = askedIds(call).map((claim) => ({ claim, reason: `call ${index}`, evidence: [], supported: told(claim, index) }))
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

/** A runtime that notes the draw of every call. */
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
