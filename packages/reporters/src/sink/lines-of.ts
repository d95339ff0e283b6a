/** Splits a text that arrives in pieces into complete lines. Only `\n` ends a line. */
export async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<readonly string[], void, undefined> {
  let open: string[] = []
  for await (const text of texts) {
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    const [first] = lines
    if (first === undefined) {
      open.push(last)
      continue
    }
    lines[0] = open.join('') + first
    open = [last]
    yield lines
  }
  const rest = open.join('')
  if (rest !== '') yield [rest]
}
