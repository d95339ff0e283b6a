import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const typeTests = 'src/**/*.test-d.ts'

/** One vitest configuration for every package: sources of the other packages are used as they stand, without a build. */
export default defineConfig({
  resolve: { conditions: ['@assay/source'] },
  ssr: { resolve: { conditions: ['@assay/source'], externalConditions: ['@assay/source'] } },
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Compiles the whole package, which `typecheck` does as well: only where there are tests of types.
    typecheck: { enabled: globSync(typeTests).length > 0, include: [typeTests], tsconfig: './tsconfig.json' },
    reporters: ['default', 'json'],
    outputFile: { json: '.vitest/report.json' },
    coverage: { provider: 'v8', reportsDirectory: '.vitest/coverage', include: ['src/**'], exclude: ['src/**/*.test*.ts'] },
    // Generous, since a time-out must mean that something hangs, not that a machine is slow.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000, interval: 5 } },
    maxWorkers: 2,
    // The files of a package share its modules, which takes most of the time of small tests. What a test changes is undone before the next one.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // What a test has Node load is found as sources, too: the command, and the configurations that it imports.
    execArgv: ['--conditions=@assay/source'],
  },
})
