// The last step of the build: dist/bin.js with all it runs, in a few dozen files in place of some 800. Finding and reading so many modules
// was most of what the command took to start. The library entry, dist/index.js, stays as it was compiled, and finds its packages itself.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CodeSplittingGroup, type OutputOptions, rolldown, type RolldownOutput } from 'rolldown'
import { thirdPartyNotices } from './third-party-notices.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const bundle = await rolldown({
  // The library stands in it as well: files that the command loads get the modules that the command has.
  input: { bin: at('src/bin.ts'), 'command/library': at('src/index.ts') },
  platform: 'node',
  // Of users that have a store on Postgres: found beside the command.
  external: ['pg'],
})
const form: OutputOptions = {
  dir: at('dist'),
  format: 'esm',
  // Less to read at each start. Names stay, so that a trace in a report of a fault can be read.
  minify: { mangle: false, compress: true, codegen: true },
  entryFileNames: '[name].js',
  chunkFileNames: 'command/[name]-[hash].js',
}
const split = await bundle.generate(form)
const { output } = await bundle.write({ ...form, codeSplitting: { groups: loadedTogether(split.output) } })
await bundle.close()
const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
writeFileSync(at('dist/command/THIRD-PARTY-LICENSES.txt'), thirdPartyNotices(modules))

/**
 * What each run loads in the same breath, in one file: by themselves, modules that several commands share are put into dozens of files, half of
 * them of a few lines, and finding those took a sixth of the time until work begins.
 */
function loadedTogether(files: RolldownOutput['output']): CodeSplittingGroup[] {
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  /** The modules that a file brings along, itself included. */
  function broughtBy(script: string): Set<string> {
    const open = Array.from(chunks.values()).filter(({ facadeModuleId }) => facadeModuleId === at(script))
    if (open.length !== 1) throw new Error(`${script} begins ${open.length} files of the bundle, not one`)
    const found = new Set(open)
    for (const { imports } of found) {
      for (const name of imports) {
        const next = chunks.get(name)
        if (next !== undefined) found.add(next)
      }
    }
    return new Set(Array.from(found).flatMap(({ moduleIds }) => moduleIds))
  }
  // `--version` loads its few lines alone.
  const version = broughtBy('src/show-version.ts')
  const line = broughtBy('src/main.ts')
  const run = broughtBy('src/run/run-eval.ts')
  return [
    { name: 'version', test: (id) => version.has(id), priority: 3 },
    { name: 'line', test: (id) => line.has(id), priority: 2 },
    { name: 'run', test: (id) => run.has(id), priority: 1 },
  ]
}
