import { mergeConfig } from 'vitest/config'
import shared from '../../vitest.shared.ts'

export default mergeConfig(shared, {
  test: { exclude: ['src/release/**'], typecheck: { enabled: false }, globalSetup: './src/packed.setup.ts' },
})
