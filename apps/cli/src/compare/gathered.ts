/** Repeatable options take one value each. */
export function gathered(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
