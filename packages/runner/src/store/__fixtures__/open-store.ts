import { onTestFinished } from 'vitest'
import { openReplyStore, type OpenReplyStoreOptions } from '../open-reply-store.ts'
import type { FolderReplyStore } from '../reply-store.ts'

export type Opened = FolderReplyStore & { readonly warnings: readonly string[] }

/** A store that records its warnings, and is closed with the test. */
export async function openStore(folder: string, options: Partial<OpenReplyStoreOptions> = {}): Promise<Opened> {
  const warnings: string[] = []
  const store = await openReplyStore({ folder, onWarning: (message) => warnings.push(message), ...options })
  onTestFinished(() => store.close())
  return { ...store, warnings }
}
