import type * as OpenTelemetry from '@opentelemetry/api'

/** The OpenTelemetry API, as a package that need not be installed. */
export type OpenTelemetryApi = typeof OpenTelemetry

/** Where every copy of version 1 of the API stores what was registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** The API if an SDK is set up in this process; else `undefined`. The check costs one property access. */
export async function loadedApi(): Promise<OpenTelemetryApi | undefined> {
  const registered: unknown = Reflect.get(globalThis, REGISTERED)
  if (typeof registered !== 'object' || registered === null || !('trace' in registered)) return undefined
  try {
    return await import('@opentelemetry/api')
  } catch {
    return undefined
  }
}
