import { type Clock, systemClock } from '@assay/core'
import { absentStore } from './absent-store.ts'
import type { FolderReplyStore } from './reply-store.ts'
import { createSqliteStore } from './sqlite-store.ts'
import { openDatabase } from './sqlite/open-database.ts'
import { prepareStoreFolder, replyStoreFile } from './store-folder.ts'
import { storeProblem } from './store-problem.ts'

export type OpenReplyStoreOptions = {
  /** Created if it does not exist, readable by its owner only. */
  readonly folder: string
  readonly clock?: Pick<Clock, 'now'> | undefined
  /** Called once if replies can no longer be stored, with the reason. */
  readonly onWarning: (message: string) => void
}

/**
 * Opens the store of a folder. It never throws for a problem with folder or file: then the store saves nothing and finds nothing.
 *
 * ```ts
 * const store = await openReplyStore({ folder: '.assay', onWarning: console.error })
 * ```
 */
export async function openReplyStore({ folder, clock = systemClock, onWarning }: OpenReplyStoreOptions): Promise<FolderReplyStore> {
  const file = replyStoreFile(folder)
  try {
    prepareStoreFolder(folder)
    return createSqliteStore(await openDatabase(file), { file, clock, onWarning })
  } catch (error) {
    const problem = storeProblem(file, error)
    onWarning(`${problem.message} The run goes on without a store: replies are neither found nor stored.`)
    return absentStore(problem)
  }
}
