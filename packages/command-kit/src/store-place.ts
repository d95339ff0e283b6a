import { existsSync } from 'node:fs'
import { configError } from '@assay/core'
import { openReplyStore, type ReplyStore, replyStoreFile } from '@assay/runner'
import { isPostgresUrl, shownStoreUrl } from '@assay/store-postgres/url'

/** Where replies are kept if nobody says so: in the folder that a command runs in, the same for all of them, so that none pays twice. */
export const STORE_FOLDER = '.assay'

/** Names the store of a team, so that its URL need not stand on every command line. */
const VARIABLE = 'ASSAY_DATABASE_URL'

/** A store by its folder or URL. */
export type StorePlace = {
  /** For people: a folder, or a URL without its user and password. */
  readonly shown: string
  /** Whether it is on a server: then it is opened before anything else, and must be there. */
  readonly isRemote: boolean
  /** Whether there is anything to open: a folder is made by the first run. */
  readonly exists: () => boolean
  /** @throws AssayError `config` for a server that cannot be used. A folder that cannot be used is a warning. */
  readonly open: (onWarning: (message: string) => void) => Promise<ReplyStore>
}

/**
 * The store that is named by an option, else by the environment, else the folder of this directory.
 * @throws AssayError `config` for another kind of URL.
 */
export function storePlace(given?: string): StorePlace {
  const variable = process.env[VARIABLE]
  if (given !== undefined) return placeOf(given, '--store')
  if (variable === undefined || variable === '') return placeOf(STORE_FOLDER, '--store')
  if (!isPostgresUrl(variable)) throw configError(`${VARIABLE} is no URL of Postgres. Write it as postgres://user@host:5432/database.`)
  return placeOf(variable, VARIABLE)
}

function placeOf(place: string, option: string): StorePlace {
  if (isPostgresUrl(place)) {
    return {
      shown: shownStoreUrl(place),
      isRemote: true,
      exists: () => true,
      // Loaded only for this: a store in a folder needs none of it.
      open: async (onWarning) => (await import('@assay/store-postgres')).openPostgresStore({ url: place, onWarning }),
    }
  }
  if (/^(?:[a-z][a-z0-9+.-]*:\/\/|postgres(?:ql)?:)/i.test(place)) {
    throw configError(
      `${option} names a URL that is no store (${place.slice(0, place.indexOf(':'))}://…). Name a folder, or postgres://user@host:5432/database.`,
    )
  }
  return {
    shown: place,
    isRemote: false,
    exists: () => existsSync(replyStoreFile(place)),
    open: (onWarning) => openReplyStore({ folder: place, onWarning }),
  }
}
