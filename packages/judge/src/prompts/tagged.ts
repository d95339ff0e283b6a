/** Data between tags, exactly as it is: nothing is escaped, since the nonce keeps the tags apart from it. */
export function tagged(tag: string, nonce: string, data: string, attribute = ''): string {
  return `<${tag}-${nonce}${attribute}>\n${data}\n</${tag}-${nonce}>\n`
}
