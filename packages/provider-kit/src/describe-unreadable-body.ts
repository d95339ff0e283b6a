import { readServerEvents } from './server-events.ts'

/** What came in place of what was due (`a message`), which is a JSON object, as the end of a sentence. */
export function describeUnreadableBody(text: string, due: string): string {
  if (readServerEvents(text) !== undefined) {
    return `server-sent events, where ${due} was due: the server streams. Set \`extraBody: { stream: false }\`, or turn streaming off at the server.`
  }
  return `${nameOf(text)}, where ${due} was due.`
}

function nameOf(text: string): string {
  if (text.trim() === '') return 'an empty body'
  return text.trimStart().startsWith('<') ? 'an HTML page' : 'a body that is no JSON object'
}
