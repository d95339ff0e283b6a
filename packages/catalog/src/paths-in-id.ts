/**
 * The paths that the id of a judge, metric or similarity can lead to: `recorded:judge.jsonl#openai:gpt-5-mini`, `./judge.ts#name`. An id
 * that names no file gives texts that are paths of nothing.
 */
export function pathsInId(id: string): readonly string[] {
  const rest = id.slice(id.indexOf(':') + 1)
  return [id, ...cuts(id), rest, ...cuts(rest)]
}

/** `#` may stand in a path, too. */
function cuts(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) found.push(text.slice(0, at))
  return found
}
