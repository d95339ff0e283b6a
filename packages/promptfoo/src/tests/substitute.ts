/** Values by the names of a test's variables. */
export type Values = Readonly<Record<string, unknown>>

export type Substituted = { readonly text: string } | { readonly unsupported: string } | { readonly missing: string }

const TAG = /\{\{([^{}]{0,400})\}\}|\{%|\{#/g
const PATH = /^[A-Za-z_$][\w$-]*(?:\.[A-Za-z_$][\w$-]*|\[\d{1,6}\])*$/

/**
 * A text with `{{name}}` and `{{name.part}}` replaced, in one pass: values are never read as templates. Filters, tags and comments
 * are unsupported. With `onMissing`, a name without a value is replaced by nothing and passed to it.
 */
export function substitute(text: string, values: Values, onMissing?: (name: string) => void): Substituted {
  let made = ''
  let from = 0
  for (const { 0: tag, 1: inside, index } of text.matchAll(TAG)) {
    if (inside === undefined) return { unsupported: shownTag(text, index) }
    const name = inside.replace(/^-|-$/g, '').trim()
    if (!PATH.test(name)) return { unsupported: tag }
    const value = valueAt(values, name)
    const isMissing = value === undefined || value === null
    if (isMissing && onMissing === undefined) return { missing: name }
    if (isMissing) onMissing?.(name)
    made += text.slice(from, index) + (isMissing ? '' : asText(value))
    from = index + tag.length
  }
  return { text: made + text.slice(from) }
}

/** The value at `user.name` or `hits[0].text`; own properties only. */
function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const [, name, index] of path.matchAll(/([A-Za-z_$][\w$-]*)|\[(\d+)\]/g)) {
    const key = name ?? index ?? ''
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = Reflect.get(value, key)
  }
  return value
}

function shownTag(text: string, index: number): string {
  return Array.from(text.slice(index, index + 60))
    .slice(0, 30)
    .join('')
    .replace(/\s+/g, ' ')
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
