import { build as esbuild, type BuildResult } from 'esbuild'
import { rolldown } from 'rolldown'
import { build as vite } from 'vite'

/** Bundles programs with all they import, each into `<out>/<name><extension>`; gives what the bundler warned of. */
export type Bundler = {
  readonly name: string
  readonly extension: '.mjs' | '.cjs'
  readonly bundle: (project: string, programs: readonly string[], out: string) => Promise<string[]>
}

// As their users run them for a program of Node: no plugin, and no option that is made for Assay.

export const esbuildBundlers: readonly Bundler[] = [
  { name: 'esbuild, ESM', extension: '.mjs', bundle: (project, programs, out) => byEsbuild('esm', project, programs, out) },
  { name: 'esbuild, CommonJS', extension: '.cjs', bundle: (project, programs, out) => byEsbuild('cjs', project, programs, out) },
]

export const rolldownBundlers: readonly Bundler[] = [
  { name: 'Vite, SSR', extension: '.mjs', bundle: byVite },
  { name: 'rolldown', extension: '.mjs', bundle: byRolldown },
]

async function byEsbuild(format: 'esm' | 'cjs', project: string, programs: readonly string[], out: string): Promise<string[]> {
  const { warnings }: BuildResult = await esbuild({
    absWorkingDir: project,
    entryPoints: programs.map((name) => `${name}.ts`),
    outdir: out,
    outExtension: { '.js': format === 'esm' ? '.mjs' : '.cjs' },
    bundle: true,
    platform: 'node',
    format,
    logLevel: 'silent',
  })
  return warnings.map(({ text, location }) => `${location?.file}: ${text}`)
}

async function byVite(project: string, programs: readonly string[], out: string): Promise<string[]> {
  const warnings: string[] = []
  await vite({
    root: project,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: out,
      rolldownOptions: {
        input: inputsOf(programs),
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        onwarn: ({ message }) => void warnings.push(message),
      },
    },
  })
  return warnings
}

async function byRolldown(project: string, programs: readonly string[], out: string): Promise<string[]> {
  const warnings: string[] = []
  const bundle = await rolldown({
    cwd: project,
    input: inputsOf(programs),
    platform: 'node',
    onwarn: ({ message }) => void warnings.push(message),
  })
  await bundle.write({ dir: out, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await bundle.close()
  return warnings
}

function inputsOf(programs: readonly string[]): Record<string, string> {
  return Object.fromEntries(programs.map((name) => [name, `./${name}.ts`]))
}
