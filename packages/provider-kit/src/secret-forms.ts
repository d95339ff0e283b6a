/** What `redact` is to look for: each secret as it is, and as it stands inside JSON. */
export function secretForms(secrets: readonly (string | null | undefined)[]): string[] {
  return secrets.flatMap((secret) => {
    if (secret === undefined || secret === null || secret === '') return []
    const inJson = JSON.stringify(secret).slice(1, -1)
    return inJson === secret ? [secret] : [secret, inJson]
  })
}
