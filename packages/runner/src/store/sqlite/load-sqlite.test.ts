import { expect, it } from 'vitest'
import { startChild } from '../__fixtures__/child.ts'
import { temporaryFolder } from '../__fixtures__/temporary-folder.ts'
import { loadSqlite } from './load-sqlite.ts'

it('SQLite is loaded by opening a store, not by importing the runner, and no warning but its own is held back', async () => {
  const { out, err } = await startChild('use-runner.ts', [temporaryFolder()]).ended
  expect(JSON.parse(out)).toEqual([false, true])
  expect(err).toContain('ExperimentalWarning: something else')
  expect(err).not.toContain('SQLite')
})

it('the way in which the process warns is what it was before', () => {
  const before = Object.getOwnPropertyDescriptor(process, 'emitWarning')
  expect(loadSqlite().DatabaseSync).toBeTypeOf('function')
  expect(Object.getOwnPropertyDescriptor(process, 'emitWarning')).toEqual(before)
})
