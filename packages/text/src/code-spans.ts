/** Start to end (in UTF-16 code units) of each inline code span: a run of backticks up to the next run of the same length. */
export function codeSpans(text: string): Map<number, number> {
  const spans = new Map<number, number>()
  if (!text.includes('`')) return spans
  const runs = Array.from(text.matchAll(/`+/g), (found) => ({ start: found.index, length: found[0].length }))
  const nextOfLength = new Map<number, number>()
  const closers: (number | undefined)[] = []
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const length = runs[at]?.length ?? 0
    closers[at] = nextOfLength.get(length)
    nextOfLength.set(length, at)
  }
  for (let at = 0; at < runs.length; at += 1) {
    const run = runs[at]
    const closer = closers[at]
    const end = closer === undefined ? undefined : runs[closer]
    if (run === undefined || closer === undefined || end === undefined) continue
    spans.set(run.start, end.start + end.length)
    at = closer
  }
  return spans
}
