/**
 * One check for any test runner: `for (const { name, run } of checks) test(name, run)`. A failure is an AssertionError of Node, which
 * every runner displays.
 */
export type ConformanceCheck = { readonly name: string; readonly run: () => Promise<void> }

export type CheckResult = {
  readonly name: string
  /** The error that was thrown; `undefined` if the check passes. */
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
