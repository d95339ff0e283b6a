/** A step on the way of a call: it answers the call itself, or hands it on to the next. */
export type Step<Call, Answer> = (call: Call, next: (call: Call) => Promise<Answer>) => Promise<Answer>

/** Through all steps in their order, to the end. */
export function wayOf<Call, Answer>(
  steps: readonly Step<Call, Answer>[],
  end: (call: Call) => Promise<Answer>,
): (call: Call) => Promise<Answer> {
  return steps.reduceRight<(call: Call) => Promise<Answer>>((next, step) => (call) => step(call, next), end)
}

/** What is done around an attempt: something before it, after it, or when it fails. */
export type Around = <T>(attempt: () => Promise<T>) => Promise<T>

/** The first one outermost. */
export function within(arounds: readonly Around[]): Around {
  return (attempt) => arounds.reduceRight<typeof attempt>((inner, around) => () => around(inner), attempt)()
}
