/**
 * One fact that has to hold, for any test runner: `for (const { name, run } of checks) test(name, run)`. What does not hold is an
 * AssertionError of Node, which every runner shows as one of its own.
 */
export type ConformanceCheck = { readonly name: string; readonly run: () => Promise<void> }

export type CheckResult = {
  readonly name: string
  /** What was thrown; `undefined` where the fact holds. */
  readonly fault: Error | undefined
}

/** Runs checks without a test runner, one after the other. */
export async function runChecks(checks: readonly ConformanceCheck[]): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const { name, run } of checks) {
    const fault = await run().then(
      () => undefined,
      (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown))),
    )
    results.push({ name, fault })
  }
  return results
}
