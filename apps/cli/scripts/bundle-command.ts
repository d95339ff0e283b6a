// The last step of the build: dist/bin.js with all it runs, in a few dozen files in place of some 800. Finding and reading so many modules
// was most of what the command took to start. The library entry, dist/index.js, stays as it was compiled, and finds its packages itself.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CodeSplittingGroup, type OutputOptions, type Plugin, rolldown, type RolldownOutput } from 'rolldown'
import { thirdPartyNotices } from './third-party-notices.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))
const bundle = await rolldown({
  input: { bin: at('src/bin.ts'), 'command/block-worker': at('src/sharded/block-worker.ts') },
  platform: 'node',
  plugins: [builtinsAsNeeded()],
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
 * commander imports modules of Node that this command never uses, or one function of, and an import evaluates all that such a module
 * exports: a quarter of the time until work begins. They are had from the process when they are needed.
 */
function builtinsAsNeeded(): Plugin {
  const instead: readonly (readonly [written: string, meant: string])[] = [
    [
      "import childProcess from 'node:child_process';",
      "const childProcess = { spawn: (...given) => process.getBuiltinModule('node:child_process').spawn(...given) };",
    ],
    ["import process from 'node:process';", ''],
    [
      "import { stripVTControlCharacters } from 'node:util';",
      "const stripVTControlCharacters = (text) => process.getBuiltinModule('node:util').stripVTControlCharacters(text);",
    ],
  ]
  return {
    name: 'builtins-as-needed',
    transform(code, id) {
      if (!/\/commander\/lib\/(?:command|help)\.js$/.test(id)) return null
      return instead.reduce((text, [written, meant]) => text.replace(written, meant), code)
    },
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (
          file.type === 'chunk' &&
          file.name === 'main' &&
          file.imports.some((name) => name === 'node:child_process' || name === 'node:util')
        )
          throw new Error('commander is written in another way than it was: see builtinsAsNeeded')
      }
    },
  }
}

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
  const line = broughtBy('src/main.ts')
  const thread = broughtBy('src/sharded/block-thread.ts')
  const run = broughtBy('src/eval/run-eval.ts')
  return [
    { name: 'base', test: (id) => line.has(id) && thread.has(id), priority: 4 },
    { name: 'scoring', test: (id) => thread.has(id), priority: 3 },
    { name: 'line', test: (id) => line.has(id), priority: 2 },
    { name: 'run', test: (id) => run.has(id), priority: 1 },
  ]
}
