import { createHash } from 'node:crypto'
import { AssayError, type JsonObject, type LLMReply, noUsage, redactKnown } from '@assay/core'
import { environmentVariable } from './options.ts'

/**
 * The strings for `redact`: each secret as it is, and as encoded in JSON, a URL and base64. Base64 is without padding, which an echo may
 * omit.
 */
export function secretForms(secrets: readonly (string | null | undefined)[]): string[] {
  return [...new Set(secrets.flatMap((secret) => (secret === undefined || secret === null || secret === '' ? [] : formsOf(secret))))]
}

function formsOf(secret: string): string[] {
  const inUrl = encodeURIComponent(secret.toWellFormed())
  const bytes = Buffer.from(secret)
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    inUrl,
    inUrl.replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase()),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ]
}

/** Headers whose values are no secrets. They may be common words, which must not be removed from a reply. */
const PUBLIC_HEADERS =
  /^(?:accept(?:-[a-z]+)?|content-[a-z]+|user-agent|(?:http-)?referer|x-title|anthropic-(?:beta|version)|openai-beta)$/i

/** The secrets in headers: each value as a whole, and the part after its scheme, as in `Bearer …`. */
export function headerSecrets(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => valueSecrets(name, value))
}

/** The secrets in lines of `name: value`, the format in which SDKs read headers from an environment variable. */
export function headerLineSecrets(lines: string | undefined): string[] {
  return (lines ?? '').split('\n').flatMap((line) => {
    const colon = line.indexOf(':')
    return valueSecrets(line.slice(0, Math.max(colon, 0)).trim(), line.slice(colon + 1).trim())
  })
}

function valueSecrets(name: string, value: string): string[] {
  if (PUBLIC_HEADERS.test(name)) return []
  const space = value.indexOf(' ')
  return space === -1 ? [value] : [value, value.slice(space + 1)]
}

export type UrlCredentials = {
  /** The `Authorization` header for credentials inside a URL, which fetch rejects. */
  readonly authorization: string | undefined
  /** The secrets in the URL, in every encoding. */
  readonly secrets: readonly string[]
}

/** The credentials of a URL. Values in its query are secrets, too, except those of `shownInQuery`. */
export function urlCredentials(url: URL, shownInQuery: readonly string[] = []): UrlCredentials {
  const inQuery = Array.from(url.searchParams).flatMap(([name, value]) =>
    shownInQuery.includes(name) ? [] : [value, encodeURIComponent(value)],
  )
  const [user, password] = [decoded(url.username), decoded(url.password)]
  const pair = user === '' && password === '' ? '' : Buffer.from(`${user}:${password}`).toString('base64')
  const secrets = [url.username, url.password, user, password, pair, ...inQuery].filter((secret) => secret !== '')
  return { authorization: pair === '' ? undefined : `Basic ${pair}`, secrets }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Names of headers that hold credentials. Fingerprints contain neither them nor their hashes. */
const CREDENTIAL = /auth|key|token|secret|cookie|password|credential/i

/**
 * The part of a fingerprint for the user's headers: `{ headers: { 'x-route': '<hash>' } }`, or nothing. Headers other than credentials
 * may select a route or a model at a gateway. Their hashes separate the cached replies of two routes without revealing the values.
 */
export function headerFingerprint(headers: Readonly<Record<string, string>>): JsonObject {
  const hashed = Object.entries(headers)
    .filter(([name]) => !CREDENTIAL.test(name))
    .map(([name, value]) => [name.toLowerCase(), createHash('sha256').update(value).digest('hex').slice(0, 12)] as const)
  return hashed.length === 0 ? {} : { headers: Object.fromEntries(hashed) }
}

/**
 * Removes secrets that a server or gateway echoed from a reply, before it reaches reports and recordings. Only known secrets are removed,
 * since data may look like a secret.
 * @param secrets The result of `secretForms`.
 */
export function withoutSecrets(reply: LLMReply, secrets: readonly string[]): LLMReply {
  const clean = (text: string): string => redactKnown(text, secrets)
  const { text, modelId, requestId, warnings = [] } = reply
  const cleaned: LLMReply = {
    ...reply,
    text: clean(text),
    ...(modelId === undefined ? {} : { modelId: clean(modelId) }),
    ...(requestId === undefined ? {} : { requestId: clean(requestId) }),
  }
  const all = [
    ...warnings.map(clean),
    ...(cleaned.text === text ? [] : ['The reply repeated a secret of the connection, which was removed.']),
  ]
  return all.length === 0 ? cleaned : { ...cleaned, warnings: all }
}

/** Characters that an HTTP header cannot hold: those beyond Latin-1, and control characters. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const UNSENDABLE = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/u

/**
 * Checks that a header can hold the key, and returns it. With a key that was copied with an ellipsis, a curly quote or an invisible
 * character, SDKs fail with errors that do not mention the key.
 * @param source Where the key comes from, as in `OPENAI_API_KEY`.
 * @throws AssayError `auth` with source, character and position, never the key.
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
    message: `${provider}:${modelId} was not called: character ${found.index + 1} of ${source} is U+${character}, which an HTTP header cannot hold. Copy the key again.`,
  })
}

type CalledModel = { readonly provider: string; readonly modelId: string }

/**
 * The given key, else that of the first environment variable that is set. `null` disables the environment.
 * @throws AssayError `auth` if an HTTP header cannot hold the key.
 */
export function keyOf(
  given: string | null | undefined,
  option: string,
  variables: readonly string[],
  model: CalledModel,
): string | undefined {
  const key = given?.trim()
  if (key) return sendableKey(key, `\`${option}\``, model)
  const variable = given === undefined ? variables.find((name) => environmentVariable(name) !== undefined) : undefined
  return variable === undefined ? undefined : sendableKey(environmentVariable(variable) ?? '', variable, model)
}

/** The error for a missing key. No request was sent. */
export function missingKey({ provider, modelId }: CalledModel, where: string, remedy: string): AssayError {
  return new AssayError({
    kind: 'auth',
    provider,
    modelId,
    parameter: 'apiKey',
    usage: noUsage,
    message: `${provider}:${modelId} was not called: no key for ${where}. ${remedy}`,
  })
}
