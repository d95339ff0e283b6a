/** A part of a passage, under the passage's id. */
export type Chunk = { readonly id: string; readonly text: string }

/** Cuts a passage into chunks of `words` words; the last one may be shorter. */
export function chunksOf({ id, text }: Chunk, words: number): Chunk[] {
  const all = text.split(/\s+/).filter((word) => word !== '')
  return Array.from({ length: Math.ceil(all.length / words) }, (_, at) => ({
    id,
    text: all.slice(at * words, (at + 1) * words).join(' '),
  }))
}
