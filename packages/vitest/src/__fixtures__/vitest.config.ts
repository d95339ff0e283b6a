import { defineConfig } from 'vitest/config'

/** The project whose tests fail, run by the tests of this package. */
export default defineConfig({
  resolve: { conditions: ['@assay/source'] },
  ssr: { resolve: { conditions: ['@assay/source'], externalConditions: ['@assay/source'] } },
  test: { include: ['*.fixture.ts'], testTimeout: 120_000 },
})
