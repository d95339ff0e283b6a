import { AssayError, redact } from '@assay/core'

type Listener = (message: string) => void

/** Work in progress that can end in good order; the last one is notified. */
const listeners: Listener[] = []

/** Notifies the active work of uncaught errors, so that it ends; returns a function that ends this. */
export function onStrayError(listener: Listener): () => void {
  listeners.push(listener)
  return () => {
    const at = listeners.lastIndexOf(listener)
    if (at !== -1) listeners.splice(at, 1)
  }
}

/** Ends the active work, and returns whether there is any. */
export function tellStrayListener(message: string): boolean {
  const listener = listeners.at(-1)
  listener?.(message)
  return listener !== undefined
}

/** Whether there is active work that can end in good order. */
export function hasStrayListener(): boolean {
  return listeners.length > 0
}

/**
 * Prints uncaught errors as a sentence, instead of a stack trace and an ambiguous exit code: a timer or a promise in a user's
 * configuration, judge or column. `orElse` is called if no work is active.
 */
export function watchStrayErrors(say: (message: string) => void, orElse: () => void): { readonly count: () => number } {
  let count = 0
  // Unhandled rejections arrive here, too.
  process.on('uncaughtException', (error: unknown) => {
    count += 1
    const message = strayErrorText(error)
    if (count === 1) say(message)
    if (!tellStrayListener(/[.!?]$/.test(message) ? message : `${message}.`)) orElse()
  })
  return { count: () => count }
}

/** The error and its place, in a sentence. */
export function strayErrorText(error: unknown): string {
  try {
    return redact(textOf(error))
  } catch {
    // A thrown value may itself throw when it is read.
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
