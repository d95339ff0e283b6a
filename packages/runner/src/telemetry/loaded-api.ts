import type * as OpenTelemetry from '@opentelemetry/api'

/** The OpenTelemetry API, as a package that need not be installed. */
export type OpenTelemetryApi = typeof OpenTelemetry

/** Where every copy of the API, of whatever version 1, leaves what was registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** The API where an SDK has been set up in this process; `undefined`, at the cost of one look, where there is none. */
export async function loadedApi(): Promise<OpenTelemetryApi | undefined> {
  const registered: unknown = Reflect.get(globalThis, REGISTERED)
  if (typeof registered !== 'object' || registered === null || !('trace' in registered)) return undefined
  try {
    return await import('@opentelemetry/api')
  } catch {
    return undefined
  }
}
