const ROWS = /[{,\s]"(?:rows|data)"\s*:\s*\[$/
const LENGTH = 200

/** Whether an object, read up to a bracket at its first level, opens the list that holds the rows: its `rows` or `data`. */
export function opensRows(parts: readonly string[]): boolean {
  let tail = ''
  for (let index = parts.length - 1; index >= 0 && tail.length < LENGTH; index -= 1) tail = (parts[index] ?? '').slice(-LENGTH) + tail
  return ROWS.test(tail)
}
