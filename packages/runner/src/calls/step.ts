/** A step of a call: it answers the call itself, or passes it to the next. */
export type Step<Call, Answer> = (call: Call, next: (call: Call) => Promise<Answer>) => Promise<Answer>

/** Runs all steps in their order, then the end. */
export function wayOf<Call, Answer>(
  steps: readonly Step<Call, Answer>[],
  end: (call: Call) => Promise<Answer>,
): (call: Call) => Promise<Answer> {
  return steps.reduceRight<(call: Call) => Promise<Answer>>((next, step) => (call) => step(call, next), end)
}

/** Runs around an attempt: before it, after it, or when it fails. */
export type Around = <T>(attempt: () => Promise<T>) => Promise<T>

/** The first one outermost. */
export function within(arounds: readonly Around[]): Around {
  return (attempt) => arounds.reduceRight<typeof attempt>((inner, around) => () => around(inner), attempt)()
}
