/** Whether a metric is meant: `-` and `_` are one. */
export function isSameName(one: string, other: string): boolean {
  return one.replaceAll('-', '_') === other.replaceAll('-', '_')
}
