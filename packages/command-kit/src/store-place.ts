import { existsSync } from 'node:fs'
import { configError } from '@assay/core'
import { openReplyStore, type ReplyStore, replyStoreFile } from '@assay/runner'
import { isPostgresUrl, shownStoreUrl } from '@assay/store-postgres/url'

/** The default folder of stored replies, below the folder that a command runs in. All commands share it, so that no call is charged twice. */
export const STORE_FOLDER = '.assay'

/** The environment variable with the URL of a team's store. */
const VARIABLE = 'ASSAY_DATABASE_URL'

/** A store by its folder or URL. */
export type StorePlace = {
  /** For people: a folder, or a URL without its user and password. */
  readonly shown: string
  /** Whether it is on a server. Then a run opens it first, and fails if that is not possible. */
  readonly isRemote: boolean
  /** Whether there is a store to open: the first run creates a folder. */
  readonly exists: () => boolean
  /** @throws AssayError `config` for a server that cannot be used. A folder that cannot be used is a warning. */
  readonly open: (onWarning: (message: string) => void) => Promise<ReplyStore>
}

/**
 * The store that the option names, else the environment variable, else the default folder.
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
      // Loaded only here: a store in a folder needs none of it.
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
