import { Console } from 'node:console'
import { Readable, Writable } from 'node:stream'

/** The result of a command. */
export type CommandOutcome = { readonly code: number; readonly out: string; readonly err: string }

export type CommandSurroundings = {
  /** The folder that the command runs in. */
  readonly cwd: string
  /** The whole environment of the command: nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Settles when no command runs. */
let idle: Promise<unknown> = Promise.resolve()

/**
 * Runs a command to its end in this process, which spares the start of another one. Working folder, environment, standard streams and
 * console are the command's own while it runs, and those of before afterwards. A process has one of each, so calls run one after another.
 * What a command does as a process (signals, errors that nobody catches, `process.exit`, a closed pipe) needs a process of its own.
 * @param main Takes the arguments without `node` and the script, and gives the exit code. What it throws is thrown on.
 */
export function runInProcess(
  main: (args: readonly string[]) => Promise<number>,
  args: readonly string[],
  surroundings: CommandSurroundings,
): Promise<CommandOutcome> {
  const outcome = idle.then(() => runAlone(main, args, surroundings))
  idle = outcome.catch(() => {})
  return outcome
}

async function runAlone(
  main: (args: readonly string[]) => Promise<number>,
  args: readonly string[],
  { cwd, env }: CommandSurroundings,
): Promise<CommandOutcome> {
  const [stdout, stderr] = [capture(), capture()]
  const before = { cwd: process.cwd(), env: { ...process.env } }
  const restores = [
    replace(process, 'stdin', Readable.from([])),
    replace(process, 'stdout', stdout.stream),
    replace(process, 'stderr', stderr.stream),
    replace(globalThis, 'console', new Console(stdout.stream, stderr.stream)),
  ]
  try {
    process.chdir(cwd)
    setEnvironment(env)
    const code = await main(args)
    return { code, out: stdout.text(), err: stderr.text() }
  } finally {
    for (const restore of restores) restore()
    setEnvironment(before.env)
    process.chdir(before.cwd)
  }
}

/** In place, so that what reads the environment natively (the home folder, the time zone) sees it too. */
function setEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value
}

function replace<T extends object>(owner: T, name: keyof T, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: true })
  return () => {
    if (before !== undefined) Object.defineProperty(owner, name, before)
  }
}

function capture(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}
