import { defineConfig } from 'vitest/config'

/** One vitest configuration for every package: sources of the other packages are used as they stand, without a build. */
export default defineConfig({
  resolve: { conditions: ['@assay/source'] },
  ssr: { resolve: { conditions: ['@assay/source'], externalConditions: ['@assay/source'] } },
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    typecheck: { enabled: true, include: ['src/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    reporters: ['default', 'json'],
    outputFile: { json: '.vitest/report.json' },
    coverage: { provider: 'v8', reportsDirectory: '.vitest/coverage', include: ['src/**'], exclude: ['src/**/*.test*.ts'] },
    // Generous, since a time-out must mean that something hangs, not that a machine is slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    // What a test has Node load is found as sources, too: the command, and the configurations that it imports.
    execArgv: ['--conditions=@assay/source'],
  },
})
