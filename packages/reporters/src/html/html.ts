import { forHtml } from '../neutral/for-html.ts'

/** Markup that may stand in a page as it is. Only `html` makes it. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[] | undefined

/** Markup with every text put in made harmless; `undefined` is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  let markup = strings[0] ?? ''
  for (const [at, part] of parts.entries()) markup += markupOf(part) + (strings[at + 1] ?? '')
  return { markup }
}

/** Text of unknown origin, isolated so that its direction changes nothing around it. */
export function data(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
  return forHtml(String(part))
}
