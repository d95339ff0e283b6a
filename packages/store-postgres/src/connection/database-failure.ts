import { AssayError, configError } from '@assay/core'

/** The connection was lost, or the server has none to give: worth another try. */
export function isConnectionLoss(error: unknown): boolean {
  const code = codeOf(error)
  // Shutdown, crash, starting up, too many clients, and the class of lost connections.
  if (code !== undefined && (/^(?:57P0[123]|53300|08...)$/.test(code) || NETWORK.has(code))) return true
  return (
    error instanceof Error &&
    /^(?:Connection terminated|Client has encountered a connection error|Query read timeout|timeout e)/i.test(error.message)
  )
}

const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The server is there, and gives no connection yet. */
export function isStartingUp(error: unknown): boolean {
  return codeOf(error) === '57P03' || codeOf(error) === '53300'
}

/** Two transactions met: one of them is to be repeated. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === '40001' || code === '40P01'
}

/** The error of the server or the driver, in words for the user of a store. */
export function databaseFailure(error: unknown, { shown, schema }: { shown: string; schema: string }): AssayError {
  if (AssayError.is(error)) return error
  const why = error instanceof Error ? error.message : String(error)
  const code = codeOf(error)
  if (code === '42501') {
    return configError(
      `The role of ${shown} lacks a right (${why}). To make the tables it needs CREATE SCHEMA ${schema} AUTHORIZATION <role>, run once by an owner of the database. ` +
        `To use tables that are there it needs GRANT USAGE ON SCHEMA ${schema} and GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO <role>.`,
    )
  }
  if (code === '28P01' || code === '28000' || /SASL|password/i.test(why)) {
    return configError(`${shown} refused the role (${why}). Give the password by PGPASSWORD, ~/.pgpass, or in ASSAY_DATABASE_URL.`)
  }
  if (code === '3D000') return configError(`${shown}: ${why}. Create it, or name another one.`)
  if (code === '53100') return configError(`The server of ${shown} has no room left (${why}). Free some; then resume the run.`)
  if (code === '42P07' || code === '42P01' || code === '42703') {
    return configError(
      `The schema ${schema} of ${shown} holds other tables than Assay's (${why}). Name another by ?schema=NAME in the URL.`,
    )
  }
  if (isConnectionLoss(error)) return configError(`${shown} cannot be reached (${why}). Is the server running, and the address right?`)
  return configError(`${shown} cannot be used as a store (${why}).`)
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') {
    // Several addresses of one host, each with its own error.
    return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined
  }
  return error.code
}
