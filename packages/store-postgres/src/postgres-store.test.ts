import { testReplyStore } from '@assay/testkit'
import { describe, it } from 'vitest'
import { freshSchema, openStore, useServer } from './__fixtures__/test-database.ts'

useServer()

describe('the store on Postgres', () => {
  const checks = testReplyStore(async (check) => {
    const { url } = freshSchema()
    await check(async ({ now } = {}) => {
      const store = await openStore(url, { now })
      return { store, warnings: store.warnings }
    })
  })
  for (const { name, run } of checks) it(name, run)
})
