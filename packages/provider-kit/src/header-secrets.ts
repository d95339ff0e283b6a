/** Headers that say something of the request: their values are ordinary words, which must not be taken out of a reply. */
const OPEN = /^(?:accept(?:-[a-z]+)?|content-[a-z]+|user-agent|(?:http-)?referer|x-title|anthropic-(?:beta|version)|openai-beta)$/i

/** The values of headers as secrets: each as a whole, and what follows its scheme, as in `Bearer …`. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => valueSecrets(name, value))
}

/** The same of headers written one a line, `name: value`, as SDKs read them from a variable of the environment. */
export function headerLineSecrets(lines: string | undefined): string[] {
  return (lines ?? '').split('\n').flatMap((line) => {
    const colon = line.indexOf(':')
    return valueSecrets(line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim())
  })
}

function valueSecrets(name: string, value: string): string[] {
  if (OPEN.test(name)) return []
  const space = value.indexOf(' ')
  return space === -1 ? [value] : [value, value.slice(space + 1)]
}
