import { expect, it } from 'vitest'
import { startChild } from '../__fixtures__/child.ts'

it('the driver is loaded when a store is opened, and where it is missing the error says how to install it', async () => {
  const { out, err, code } = await startChild('without-pg.ts', []).ended
  expect([err, code]).toEqual(['', 0])
  expect(out).toMatch(/^loaded\n.*needs the package pg, which is not installed\. Install it beside assay: npm install pg\n$/)
})
