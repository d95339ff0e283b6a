import { element } from './element.ts'

/** A text of the data under what it is. */
export function labelled(label: string, text: string): HTMLElement {
  return element('div', {}, element('p', { class: 'faint' }, label), element('div', { class: 'text', dir: 'auto' }, text))
}
