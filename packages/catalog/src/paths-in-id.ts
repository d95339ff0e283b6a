/**
 * The paths in the id of a judge, metric or similarity: `recorded:judge.jsonl#openai:gpt-5-mini`, `./judge.ts#name`. For an id without a
 * file they are paths of no file.
 */
export function pathsInId(id: string): readonly string[] {
  const rest = id.slice(id.indexOf(':') + 1)
  return [id, ...cuts(id), rest, ...cuts(rest)]
}

/** A path may contain `#`, too. */
function cuts(text: string): string[] {
  const found: string[] = []
  for (let at = text.indexOf('#'); at !== -1; at = text.indexOf('#', at + 1)) found.push(text.slice(0, at))
  return found
}
