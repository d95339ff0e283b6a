import { AssayError, redact } from '@assay/core'

type Listener = (message: string) => void

/** Work in progress that wants to end in good order; the last one hears of it. */
const listeners: Listener[] = []

/** Whoever is at work hears of errors that nobody caught, and ends; gives what ends the listening. */
export function onStrayError(listener: Listener): () => void {
  listeners.push(listener)
  return () => {
    const at = listeners.lastIndexOf(listener)
    if (at !== -1) listeners.splice(at, 1)
  }
}

/** Has whoever is at work end, and says whether there is somebody. */
export function tellStrayListener(message: string): boolean {
  const listener = listeners.at(-1)
  listener?.(message)
  return listener !== undefined
}

/** Whether somebody is at work who would end in good order. */
export function hasStrayListener(): boolean {
  return listeners.length > 0
}

/**
 * Has errors that nobody caught told in a sentence, in place of a trace and an exit code that means something else: a timer or a promise
 * in a configuration, a judge or a column of the user's own. `orElse` is called where nobody is at work.
 */
export function watchStrayErrors(say: (message: string) => void, orElse: () => void): { readonly count: () => number } {
  let count = 0
  // Promises that were rejected and not handled come here, too.
  process.on('uncaughtException', (error: unknown) => {
    count += 1
    const message = strayErrorText(error)
    if (count === 1) say(message)
    if (!tellStrayListener(/[.!?]$/.test(message) ? message : `${message}.`)) orElse()
  })
  return { count: () => count }
}

/** What it was, and where, in a sentence. */
export function strayErrorText(error: unknown): string {
  try {
    return redact(textOf(error))
  } catch {
    // What is thrown may throw in turn when it is looked at.
    return 'unexpected error, thrown as something that cannot be shown'
  }
}

function textOf(error: unknown): string {
  if (AssayError.is(error)) return error.message
  if (!(error instanceof Error)) return `unexpected error, thrown as something else: ${String(error)}`
  const place = String(error.stack)
    .split('\n')
    .map((line) => /\(?((?:file:\/\/\/|\/|[A-Za-z]:[\\/])[^()]*:\d+:\d+)\)?$/.exec(line))
    .find((found) => found !== null && !found.input.includes('node:'))?.[1]
  const where = place === undefined ? '' : ` (${place.replace(/^file:\/\//, '')})`
  return `unexpected error: ${error.name}: ${error.message}${where}`
}
