import { mergeConfig } from 'vitest/config'
import shared from '../../vitest.shared.ts'

/** What takes minutes, and tools that are installed for it alone: `npm run test:packages`. */
export default mergeConfig(shared, {
  test: {
    exclude: ['src/*.test.ts'],
    typecheck: { enabled: false },
    globalSetup: './src/release/registry.setup.ts',
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
