import { configError } from '@assay/core'
import type pg from 'pg'

/** The driver, loaded when a store is opened. @throws AssayError `config` where it is not installed. */
export async function loadPg(): Promise<typeof pg> {
  try {
    return (await import('pg')).default
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw configError('A store on Postgres needs the package pg, which is not installed. Install it beside assay: npm install pg')
  }
}
