type FetchInit = NonNullable<Parameters<typeof fetch>[1]>
type Dispatcher = NonNullable<FetchInit['dispatcher']>

/**
 * The runtime's own fetch without its limits of 300 s to the first header and between two pieces of the body: a slow model on a
 * local server may think longer, and how long a request may take is the caller's to say. Proxies and pools of the process stay.
 */
export const patientFetch: typeof fetch = (input, init) => {
  const dispatcher = globalDispatcher()?.compose(
    (dispatch) => (options, handler) => dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler),
  )
  return fetch(input, dispatcher === undefined ? init : { ...init, dispatcher })
}

/** Where Node's fetch looks for its dispatcher. Other runtimes have none, and no such limits. */
function globalDispatcher(): Dispatcher | undefined {
  // Reading the class makes Node load its fetch, which sets the dispatcher up.
  const generation = Number.parseInt(typeof Response === 'function' ? (process.versions['undici'] ?? '') : '', 10) >= 8 ? 2 : 1
  const found: unknown = Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${generation}`))
  return isDispatcher(found) ? found : undefined
}

function isDispatcher(value: unknown): value is Dispatcher {
  return typeof value === 'object' && value !== null && 'compose' in value && typeof value.compose === 'function'
}
