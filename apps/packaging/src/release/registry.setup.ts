import type { TestProject } from 'vitest/node'
import packedSetup from '../packed.setup.ts'
import { STORE, TOOLS } from '../workspace.ts'
import { startRegistry } from './registry.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where package managers find our packages, and all that they and the tools depend on. */
    readonly registry: string
  }
}

/** Packs the packages, and serves them while the tests run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let packed = ''
  const forget = await packedSetup({
    provide(key, value) {
      if (key === 'packed') packed = value
      project.provide(key, value)
    },
  })
  const registry = await startRegistry({ packed, stores: [STORE, `${TOOLS}/node_modules/.pnpm`] })
  project.provide('registry', registry.url)
  return async () => {
    await registry[Symbol.asyncDispose]()
    forget()
  }
}
