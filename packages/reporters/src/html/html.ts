import { forHtml } from '../escaping/for-html.ts'

/** Safe markup. Only `html` makes it. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[] | undefined

/** A template tag: every text that is inserted is escaped; `undefined` inserts nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let markup = strings[0] ?? ''
  for (const [at, part] of parts.entries()) markup += markupOf(part) + (strings[at + 1] ?? '')
  return { markup }
}

/** Untrusted text in an element that isolates its direction. */
export function data(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
  return forHtml(String(part))
}
