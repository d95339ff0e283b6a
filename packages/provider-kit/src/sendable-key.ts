import { AssayError, noUsage } from '@assay/core'

/** What an HTTP header cannot carry: characters beyond Latin-1, and control characters. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const UNSENDABLE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/u

/**
 * The key, if a header can carry it: one copied with an ellipsis, a curly quote or an invisible character in it fails in every client,
 * without a word of the key.
 * @param source What it comes from, as in `OPENAI_API_KEY`.
 * @throws AssayError `auth` naming source, character and position: never the key.
 */
export function sendableKey(
  key: string,
  source: string,
  { provider, modelId }: { readonly provider: string; readonly modelId: string },
): string {
  const found = UNSENDABLE.exec(key)
  if (found === null) return key
  const character = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  throw new AssayError({
    kind: 'auth',
    provider,
    modelId,
    usage: noUsage,
    message: `${provider}:${modelId} was not asked: character ${found.index + 1} of ${source} is U+${character}, which no HTTP header carries. Copy the key again.`,
  })
}
