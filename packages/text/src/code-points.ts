/** The code points of a text, each as a string. A lone surrogate stays a unit of its own. */
export function codePoints(text: string): string[] {
  return Array.from(text)
}
