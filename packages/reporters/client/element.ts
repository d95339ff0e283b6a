import { shownInHtml } from '../src/escaping/for-html.ts'

type Child = Node | string | undefined | false
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element of the page. Texts become text nodes, never markup; `undefined` and `false` are left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) {
    if (child === undefined || child === false) continue
    made.append(typeof child === 'string' ? document.createTextNode(shownInHtml(child)) : child)
  }
  return made
}

/** Untrusted text within a line: `bdi` isolates its direction from the text around it. */
export function isolated(text: string): HTMLElement {
  return element('bdi', {}, text)
}
