import type * as Implementation from './patient-fetch.ts'

let loading: Promise<typeof Implementation> | undefined

/**
 * The fetch of `patient-fetch.ts`, loaded when first called: what it needs of Node (HTTP, TLS, `Response`) is more than all else that an
 * adapter takes to be made, and a run whose replies are all kept never calls it.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  loading ??= import('./patient-fetch.ts')
  return (await loading).patientFetch(input, init)
}
