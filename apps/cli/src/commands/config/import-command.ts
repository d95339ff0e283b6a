import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AssayError } from '@assay/core'
import { forTerminal, inputOverwritten } from '@assay/reporters'
import { Command } from 'commander'
import { exitCode } from '@assay/command-kit'
import { commandName } from '../../command-name.ts'
import { shareLibrary } from '../../share-library.ts'
import { shellWord } from '../../shell-word.ts'
import { refuseOverwrite } from './refuse-overwrite.ts'

type ImportOptions = { readonly trustConfig?: boolean; readonly lossy?: boolean; readonly force?: boolean }

const CONFIG_FILE = 'assay.config.yaml'

const MORE = `
Writes assay.config.yaml and rows.jsonl beside the file.

Examples
  assay import promptfooconfig.yaml
  assay import promptfooconfig.yaml --lossy
  assay eval -c promptfooconfig.yaml    (runs the file as it is)`

/** `assay import promptfooconfig.yaml`. */
export function importCommand(ended: (code: number) => void): Command {
  return new Command('import')
    .description('turn a promptfoo configuration into one of ours, with its rows')
    .exitOverride()
    .argument('<file>', 'as promptfooconfig.yaml')
    .option('--trust-config', 'its code runs, and files it names may stand outside its folder')
    .option('--lossy', 'import the rest of what it checks where a part has no place')
    .option('--force', 'write over files that are there')
    .addHelpText('after', MORE)
    .action(async (file: string, { trustConfig, lossy = false, force = false }: ImportOptions) => {
      const { importPromptfoo } = await import('@assay/promptfoo')
      if (trustConfig === true) shareLibrary()
      const { config, dataFiles, namesJudge, notes, losses, files } = await importPromptfoo(file, { trustConfig })
      if (losses.length > 0 && !lossy) throw lossyImport(file, losses)
      const written = [{ name: CONFIG_FILE, content: config }, ...dataFiles].map(({ name, content }) => ({
        path: join(dirname(file), name),
        content,
      }))
      const paths = written.map(({ path }) => path)
      refuseOverwrite(paths, force)
      refuseOwnInputs(file, paths, files)
      for (const { path, content } of written) writeFileSync(path, content)
      for (const note of [...notes, ...losses]) process.stderr.write(`assay: ${forTerminal(note)}\n`)
      process.stdout.write(
        `Wrote ${forTerminal(written.map(({ path }) => path).join(' and '))}. Run: ${commandName()} eval -c ${forTerminal(shellWord(join(dirname(file), CONFIG_FILE)))}${namesJudge ? '' : ' -j openai:gpt-5-mini'}\n`,
      )
      ended(exitCode.ok)
    })
}

/** Also with `--force`: the files that are read may be the only copy. */
function refuseOwnInputs(file: string, paths: readonly string[], files: readonly string[]): void {
  const lost = inputOverwritten(paths, files)
  if (lost === undefined) return
  throw new AssayError({
    kind: 'config',
    message: `Nothing was written: ${lost.output} would replace a file that ${file} is read from. Move ${file} and what it names into another folder, and import it there.`,
  })
}

/** A configuration that checks less than its source must not look equal to it. */
function lossyImport(file: string, losses: readonly string[]): AssayError {
  return new AssayError({
    kind: 'config',
    message: [
      'Nothing was written: an Assay configuration would check less than this file, or in another way.',
      ...losses,
      `Run the file as it is: ${commandName()} eval -c ${file}. Or import the rest of it with --lossy.`,
    ].join('\n'),
  })
}
