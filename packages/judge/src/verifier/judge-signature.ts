import type { SignaturePart, SignatureValue } from '@assay/core'
import type { ClaimVerifier, VerificationStrategy } from '../claim-verifier.ts'

/** Who judges and how, as a metric's signature shows it. */
export type JudgeSignature = {
  readonly strategy: VerificationStrategy | 'per-context' | 'mixed'
  readonly judge: SignatureValue
  /** Of a verifier that is made from no others; the rest have theirs in `judge`. */
  readonly options: readonly SignaturePart[]
  /** The judges at the bottom of it, screens aside. */
  readonly judges: readonly string[]
}

/**
 * A verifier made from others shows as `votes(openai%3Ax;3)`, the options of each member behind it in brackets. A strategy that all
 * of them share stands once; where they differ it is `mixed`, and each member names its own.
 */
export function judgeSignature(verifier: ClaimVerifier): JudgeSignature {
  const judges = leavesOf(verifier).filter(({ kind }) => kind === 'judge')
  const strategies = [...new Set(judges.flatMap(({ strategy }) => strategy ?? []))]
  const strategy = strategies.length > 1 ? 'mixed' : (strategies[0] ?? 'batched')
  const isPlain = verifier.composition === undefined
  return {
    strategy,
    judge: isPlain ? verifier.signature : valueOf(verifier, strategy === 'mixed'),
    options: isPlain ? (verifier.signatureOptions ?? []) : [],
    judges: [...new Set(judges.map(({ signature }) => signature))],
  }
}

function leavesOf(verifier: ClaimVerifier): readonly ClaimVerifier[] {
  return verifier.composition === undefined ? [verifier] : verifier.composition.members.flatMap(leavesOf)
}

function valueOf({ composition, signature, signatureOptions = [], strategy }: ClaimVerifier, showStrategy: boolean): SignatureValue {
  if (composition !== undefined) {
    const { name, members, settings } = composition
    return { name, of: [...members.map((member) => valueOf(member, showStrategy)), ...settings] }
  }
  const options = [...(showStrategy ? ([['strategy', strategy]] as const) : []), ...signatureOptions]
  const shown = options.flatMap(([option, value]): SignatureValue[] => {
    if (value === undefined) return []
    return [typeof value === 'object' ? { name: option, of: [value] } : `${option}=${value}`]
  })
  return shown.length === 0 ? signature : { name: signature, of: shown }
}
