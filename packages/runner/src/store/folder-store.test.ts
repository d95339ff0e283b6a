import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testReplyStore } from '@assay/testkit'
import { describe, it } from 'vitest'
import { openReplyStore } from './open-reply-store.ts'
import type { ReplyStore } from './reply-store.ts'

describe('the store of a folder', () => {
  const checks = testReplyStore(async (check) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-store-'))
    const opened: ReplyStore[] = []
    try {
      await check(async ({ now = Date.now } = {}) => {
        const warnings: string[] = []
        const store = await openReplyStore({ folder, clock: { now }, onWarning: (message) => warnings.push(message) })
        opened.push(store)
        return { store, warnings }
      })
    } finally {
      for (const store of opened) await store.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  for (const { name, run } of checks) it(name, run)
})
