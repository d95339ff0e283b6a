/** The values of headers as secrets: each as a whole, and what follows its scheme, as in `Bearer …`. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap(valueSecrets)
}

/** The same of headers written one a line, `name: value`, as SDKs read them from a variable of the environment. */
export function headerLineSecrets(lines: string | undefined): string[] {
  return (lines ?? '').split('\n').flatMap((line) => valueSecrets(line.slice(line.indexOf(':') + 1).trim()))
}

function valueSecrets(value: string): string[] {
  const space = value.indexOf(' ')
  return space === -1 ? [value] : [value, value.slice(space + 1)]
}
