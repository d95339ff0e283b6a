import { readFileSync } from 'node:fs'

export type Snippet = {
  /** Where it stands, as `README.md:41`. */
  readonly at: string
  readonly code: string
  /** What its `console.log(…) // comment` and `//> comment` lines say is printed, in order. */
  readonly prints: readonly string[]
}

/** The TypeScript examples of a Markdown file. */
export function snippetsOf(path: URL, name: string): Snippet[] {
  const snippets: Snippet[] = []
  let open: { line: number; lines: string[] } | undefined
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (open === undefined && line === '```ts') open = { line: index + 2, lines: [] }
      else if (open !== undefined && line === '```') {
        snippets.push({ at: `${name}:${open.line}`, code: open.lines.join('\n'), prints: printsOf(open.lines) })
        open = undefined
      } else open?.lines.push(line)
    })
  return snippets
}

/** What `console.log(…) // comment` and `//> comment` lines say is printed. */
export function printsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /(?:console\.log\(.*\) \/\/|^\/\/>) (.+)$/.exec(line)?.[1] ?? [])
}
