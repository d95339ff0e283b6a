import { element } from './element.ts'

/** A list to choose one of. */
export function choice(options: readonly (readonly [value: string, label: string])[]): HTMLSelectElement {
  return element('select', {}, ...options.map(([value, label]) => element('option', { value }, label)))
}
