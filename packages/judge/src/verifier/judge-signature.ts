import type { SignaturePart, SignatureValue } from '@assay/core'
import type { ClaimVerifier, VerificationStrategy } from '../claim-verifier.ts'

/** The judges and their options, in a metric's signature. */
export type JudgeSignature = {
  readonly strategy: VerificationStrategy | 'per-context' | 'mixed'
  readonly judge: SignatureValue
  /** Of a verifier without members; others name theirs in `judge`. */
  readonly options: readonly SignaturePart[]
  /** The judges that it is finally composed of, without screens. */
  readonly judges: readonly string[]
}

/**
 * A composed verifier is rendered as `votes(openai%3Ax;3)`, with the options of each member in brackets after it. A strategy that all
 * members share appears once; if they differ it is `mixed`, and each member names its own.
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
