/** The counts of characters by code modulo 8: equal texts get equal vectors, and nothing else is promised. */
export function vectorOf(text: string): number[] {
  const vector = Array.from({ length: 8 }, () => 0)
  for (let at = 0; at < text.length; at += 1) {
    const slot = text.charCodeAt(at) % 8
    vector[slot] = (vector[slot] ?? 0) + 1
  }
  return vector
}
