import type { ProviderEntry } from '@assay/options'

const BEGIN = '<!-- providers: written by apps/cli/scripts/write-generated.ts -->'
const END = '<!-- /providers -->'

/** Every provider as a row: what you have, what you write, and where the key is looked for. */
function providersTable(providers: readonly ProviderEntry[]): string {
  const rows = providers.map((entry) => {
    const { title, name, example, note = '' } = entry
    return `| ${[title ?? name, `\`${example}\``, keysOf(entry), note].map(cell).join(' | ')} |`
  })
  return ['| you have | you write | the key | to know |', '|---|---|---|---|', ...rows].join('\n')
}

function keysOf({ keyVariables = [], which }: ProviderEntry): string {
  if (which === 'package and model') return 'the package looks for its own'
  return keyVariables.length === 0 ? 'none needed' : keyVariables.map((name) => `\`${name}\``).join(', then ')
}

/** A page with the table between its marks. */
export function withProvidersTable(page: string, providers: readonly ProviderEntry[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (begin === -1 || end === -1) throw new Error('The page has no place for the table of providers.')
  return `${page.slice(0, begin + BEGIN.length)}\n\n${providersTable(providers)}\n\n${page.slice(end)}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
