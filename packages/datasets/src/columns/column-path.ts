export type ColumnPath = readonly [string, ...(string | number)[]]

/**
 * `pred.contexts[0].text` as steps; `\.`, `\[` and `\\` stand for the character. Undefined if the text is not a path: then it
 * is a whole name.
 */
export function parseColumnPath(text: string): ColumnPath | undefined {
  const [head, ...tail] = text.match(/(?:\\[^]|[^\\.[])+|\.|\[\d{1,9}\]|[^]/g) ?? []
  if (head === undefined || isMark(head)) return undefined
  const path: [string, ...(string | number)[]] = [unescaped(head)]
  for (let index = 0; index < tail.length; index += 1) {
    const token = tail[index] ?? ''
    if (/^\[\d+\]$/.test(token)) {
      path.push(Number(token.slice(1, -1)))
      continue
    }
    const name = tail[index + 1]
    if (token !== '.' || name === undefined || isMark(name)) return undefined
    path.push(unescaped(name))
    index += 1
  }
  return path
}

/** The value at the path. Only own properties are followed, so `__proto__` finds nothing. */
export function valueAt(record: unknown, path: readonly (string | number)[]): unknown {
  let value = record
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

function isMark(token: string): boolean {
  return token === '.' || token === '\\' || token.startsWith('[')
}

function unescaped(name: string): string {
  return name.replace(/\\([^])/g, '$1')
}
