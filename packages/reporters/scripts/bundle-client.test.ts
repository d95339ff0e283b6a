import { expect, it } from 'vitest'
import { comparisonScript } from '../src/comparison/page/comparison-script.ts'
import { clientScript } from '../src/html/client-script.ts'
import { bundleClient, CLIENTS } from './bundle-client.ts'

const written = { clientScript, comparisonScript }

it.each(CLIENTS)(
  'the script in $module is made from client/ as it stands (else run: pnpm --filter @assay/reporters client)',
  async ({ source, name }) => {
    expect(written[name]).toBe(await bundleClient(source))
  },
)

it('no script of a page is heavy', async () => {
  for (const { source } of CLIENTS) expect((await bundleClient(source)).length).toBeLessThan(30_000)
})
