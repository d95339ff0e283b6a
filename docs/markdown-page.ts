/** What a Markdown page links to, and the anchors that others can link to, as GitHub makes them. */
export type MarkdownPage = {
  readonly links: readonly { readonly line: number; readonly target: string }[]
  readonly anchors: ReadonlySet<string>
}

export function markdownPage(markdown: string): MarkdownPage {
  const links: { line: number; target: string }[] = []
  const anchors = new Set<string>()
  let fence = ''
  for (const [index, line] of markdown.split('\n').entries()) {
    const mark = /^ *(```+|~~~+)/.exec(line)?.[1] ?? ''
    if (fence !== '' || mark !== '') {
      if (fence === '') fence = mark
      else if (mark.startsWith(fence)) fence = ''
      continue
    }
    const heading = /^#{1,6} +(.*?)(?: +#+)?$/.exec(line)?.[1]
    if (heading !== undefined) addAnchor(anchors, anchorOf(heading))
    for (const [, name] of line.matchAll(/<a (?:id|name)="([^"]+)"/g)) if (name !== undefined) anchors.add(name)
    for (const [, target] of withoutCode(line).matchAll(/\]\(<?([^)\s>]+)>?(?: +"[^"]*")?\)/g))
      if (target !== undefined) links.push({ line: index + 1, target })
  }
  return { links, anchors }
}

/** GitHub keeps letters, digits, hyphens and underscores, and makes each space a hyphen. */
function anchorOf(heading: string): string {
  const text = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** Of headings that are alike the second gets `-1`, the third `-2`. */
function addAnchor(anchors: Set<string>, anchor: string): void {
  let unique = anchor
  for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`
  anchors.add(unique)
}

function withoutCode(line: string): string {
  return line.replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, (code) => (code.includes('](') ? '' : code))
}
