import { Command, Option } from 'commander'
import { exitCode } from '@assay/command-kit'
import type { StoreOptions } from './run-store-command.ts'

const MORE = `
Every reply of a judge is stored in ./.assay, so that an interrupted run
continues where it stopped, and no run pays for the same call twice.

Examples
  assay store stats
  assay store prune --older-than 30d
  assay store export replies.jsonl
  assay store import replies.jsonl --folder ci/.assay
  assay store stats --store postgres://db.example/evals

An exported file is a recording: assay eval … -j recorded:replies.jsonl calls
no model. It holds prompts and replies as they are, and no key.`

/** Loaded when a command runs: only this command needs SQLite and the reader of recordings. */
const commands = () => import('./run-store-command.ts')

/** `assay store`. */
export function storeCommand(ended: (code: number) => void): Command {
  const store = new Command('store').description('inspect, prune, export and import stored replies').exitOverride()

  const stats = subcommand('stats', 'what is stored, and which runs can be resumed')
  stats.action(act(async (options) => (await commands()).showStats(options)))

  const prune = subcommand('prune', 'delete what no run can use, move a damaged store aside')
    .option('--older-than <age>', 'also replies older than that, as in 30d, 12h')
    .addHelpText('after', '\nExamples\n  assay store prune\n  assay store prune --older-than 30d')
  prune.action(act(async (options) => (await commands()).prune(options)))

  const exported = subcommand('export', 'write all shared replies as a recording')
    .argument('<file>', 'a new .jsonl file')
    .addHelpText('after', '\nExample\n  assay store export replies.jsonl')
  exported.action((file: string, options: StoreOptions) => act(async () => (await commands()).exportTo(file, options))(options))

  const imported = subcommand('import', 'add the replies of a recording')
    .argument('<file>', 'what assay store export or record() wrote')
    .addHelpText('after', '\nExample\n  assay store import replies.jsonl')
  imported.action((file: string, options: StoreOptions) => act(async () => (await commands()).importFrom(file, options))(options))

  for (const command of [stats, prune, exported, imported]) store.addCommand(command)
  return store.addHelpText('after', MORE)

  function act(work: (options: StoreOptions) => Promise<void>) {
    return async (options: StoreOptions): Promise<void> => {
      await work(options)
      ended(exitCode.ok)
    }
  }
}

function subcommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .addOption(new Option('--folder <dir>', 'where replies are stored (default: .assay)').conflicts('store'))
    .addOption(new Option('--store <place>', 'the same, or the postgres:// URL of a team (default: ASSAY_DATABASE_URL)'))
}
