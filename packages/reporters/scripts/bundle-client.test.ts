import { expect, it } from 'vitest'
import { clientScript } from '../src/html/client-script.ts'
import { bundleClient } from './bundle-client.ts'

it('the script in the HTML report is made from client/ as it stands (else run: pnpm --filter @assay/reporters client)', async () => {
  expect(clientScript).toBe(await bundleClient())
})
