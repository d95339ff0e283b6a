/** A copy of a text. A slice of a longer text keeps that text in memory; a copy does not. */
export function ownCopy(text: string): string {
  return ` ${text}`.slice(1)
}
