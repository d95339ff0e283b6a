/** The defect of a set of verdicts that is not exactly the requested ids, each once; else `undefined`. The order is free. */
export function claimIdDefect(requested: readonly string[], answered: readonly string[]): string | undefined {
  const open = new Set(requested)
  const known = new Set(requested)
  const repeated = new Set<string>()
  const unknown = new Set<string>()
  for (const id of answered) {
    if (!known.has(id)) unknown.add(id)
    else if (!open.delete(id)) repeated.add(id)
  }
  const defects = [
    ...(open.size === 0 ? [] : [`no verdict for ${listed(open)}`]),
    ...(repeated.size === 0 ? [] : [`more than one verdict for ${listed(repeated)}`]),
    ...(unknown.size === 0 ? [] : [`verdicts for ${listed(unknown)}, which was not asked`]),
  ]
  return defects.length === 0 ? undefined : `it holds ${defects.join('; ')} (${requested.length} asked, ${answered.length} verdicts)`
}

const MOST_LISTED = 10
/** Ids of claims, passages and sentences as Assay numbers them. */
const PLAIN = /^(?:c|k(?:\d{1,6}s)?)\d{1,6}$/

function listed(ids: ReadonlySet<string>): string {
  const shown = [...ids].slice(0, MOST_LISTED).map((id) => (PLAIN.test(id) ? id : JSON.stringify(id.slice(0, 40))))
  return ids.size > MOST_LISTED ? `${shown.join(', ')} and ${ids.size - MOST_LISTED} more` : shown.join(', ')
}
