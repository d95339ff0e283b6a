/** What a body is that should have been a JSON object, for a message. */
export function describeUnreadableBody(text: string): string {
  if (text.trim() === '') return 'an empty body'
  return text.trimStart().startsWith('<') ? 'an HTML page' : 'a body that is no JSON object'
}
