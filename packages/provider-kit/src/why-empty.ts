const SHOWN_LENGTH = 60

/** Why there is no text, as the end of `answered without any text`: a call of a tool that was not offered stands in its place. */
export function calledTool(name: unknown): string {
  const which = typeof name === 'string' && name !== '' ? ` ${quoted(name)}` : ''
  return `: in its place stands a call of the tool${which}, which nobody asked for`
}

/** The same by the reason that a server gives for the end of a reply; nothing where it gives none, or one that explains nothing. */
export function endedBy(field: string, reason: unknown): string {
  return typeof reason === 'string' && reason !== '' && reason !== 'stop' ? `: its ${field} is ${quoted(reason)}` : ''
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN_LENGTH).toWellFormed())
}
