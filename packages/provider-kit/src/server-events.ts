import { isRecord } from '@assay/core'
import { parseJson } from './parse-json.ts'

/**
 * The JSON objects of server-sent events (`data: {…}`), for a body that should have been JSON: a server may stream though nobody asked it to.
 * `undefined` where a text is no such stream.
 */
export function readServerEvents(text: string): readonly Readonly<Record<string, unknown>>[] | undefined {
  // A line that begins with a colon is a comment: some send them while they wait.
  if (!/^\s*(?:data|event|id|retry)?:/.test(text)) return undefined
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [parseJson(line.slice('data:'.length))] : []))
    .filter(isRecord)
}

/** The error among them, in the envelope that a body has. */
export function errorEvent(text: string): Readonly<Record<string, unknown>> | undefined {
  const found = readServerEvents(text)?.find(
    (event) => event['type'] === 'error' || (event['error'] !== undefined && event['error'] !== null),
  )
  return found === undefined || isRecord(found['error']) || typeof found['error'] === 'string' ? found : { error: found }
}
