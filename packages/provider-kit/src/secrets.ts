import { createHash } from 'node:crypto'
import { AssayError, type JsonObject, type LLMReply, noUsage, redactKnown } from '@assay/core'
import { environmentVariable } from './options.ts'

/**
 * What `redact` is to look for: each secret as it is, and as JSON, a URL and base64 write it. Of base64 without the padding, which need
 * not be there.
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

export type UrlCredentials = {
  /** The header that stands for credentials inside an address, which fetch refuses there. */
  readonly authorization: string | undefined
  /** Every written form of what is secret in the address. */
  readonly secrets: readonly string[]
}

/** The credentials of an address, and everything in its query that is not among `shownInQuery`: it may be a secret, too. */
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

/** Names of headers that carry credentials: neither they nor a hash of them belongs into a fingerprint. */
const CREDENTIAL = /auth|key|token|secret|cookie|password|credential/i

/**
 * What the headers of a user add to a fingerprint: `{ headers: { 'x-route': '<hash>' } }`, or nothing. Other headers than credentials
 * may choose a route or a model at a gateway; as a hash they keep the replies of two routes apart without showing what they say.
 */
export function headerFingerprint(headers: Readonly<Record<string, string>>): JsonObject {
  const hashed = Object.entries(headers)
    .filter(([name]) => !CREDENTIAL.test(name))
    .map(([name, value]) => [name.toLowerCase(), createHash('sha256').update(value).digest('hex').slice(0, 12)] as const)
  return hashed.length === 0 ? {} : { headers: Object.fromEntries(hashed) }
}

/**
 * A reply as it may be kept: a server or a gateway may echo what it was sent, and replies land in reports and recordings. Only what is
 * known to be a secret goes, since data may look like one.
 * @param secrets In all their forms.
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
    ...(cleaned.text === text ? [] : ['The reply repeated a secret of the connection, which was taken out.']),
  ]
  return all.length === 0 ? cleaned : { ...cleaned, warnings: all }
}

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

type Asked = { readonly provider: string; readonly modelId: string }

/**
 * The key that was given, else that of the first variable that holds one. `null` leaves the environment alone.
 * @throws AssayError `auth` for one that no header carries.
 */
export function keyOf(given: string | null | undefined, option: string, variables: readonly string[], asked: Asked): string | undefined {
  const key = given?.trim()
  if (key) return sendableKey(key, `\`${option}\``, asked)
  const variable = given === undefined ? variables.find((name) => environmentVariable(name) !== undefined) : undefined
  return variable === undefined ? undefined : sendableKey(environmentVariable(variable) ?? '', variable, asked)
}

/** Nobody is asked without a key who insists on one. */
export function missingKey({ provider, modelId }: Asked, where: string, remedy: string): AssayError {
  return new AssayError({
    kind: 'auth',
    provider,
    modelId,
    parameter: 'apiKey',
    usage: noUsage,
    message: `${provider}:${modelId} was not asked: no key for ${where}. ${remedy}`,
  })
}
