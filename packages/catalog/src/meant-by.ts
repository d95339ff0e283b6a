import type { ProviderEntry } from '@assay/options'

/** `openai:<model>`. */
export function shownJudge({ name, which = 'model' }: ProviderEntry): string {
  if (which === 'none') return name
  return which === 'package and model' ? `${name}:<package>:<model>` : `${name}:<${which}>`
}

/** Corrects an id in the form of another tool: another name, a slash instead of the colon, or a model without its provider. */
export function meantBy(id: string, providers: ReadonlyMap<string, ProviderEntry>): string | undefined {
  const entries = Array.from(providers.values())
  const [, written = id, rest] = /^([^:/]+)[:/](.*)$/s.exec(id) ?? []
  const name = written.toLowerCase()
  const entry = entries.find((known) => known.name === name || known.aliases?.includes(name) === true)
  if (entry !== undefined) return rest === undefined || rest === '' ? shownJudge(entry) : `${entry.name}:${rest}`
  // Of several the later one is more specific: a service before a self-hosted server.
  const ofModel = entries.findLast(({ modelNames }) => modelNames?.test(id) === true)
  return ofModel === undefined ? undefined : `${ofModel.name}:${id}`
}
