/** Data between tags, unchanged: nothing is escaped, since the nonce distinguishes the tags from it. */
export function tagged(tag: string, nonce: string, data: string, attribute = ''): string {
  return `<${tag}-${nonce}${attribute}>\n${data}\n</${tag}-${nonce}>\n`
}
