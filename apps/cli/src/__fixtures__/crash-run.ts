import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { replyStoreFile } from '@assay/runner'
import { type FakeServer, startFakeOpenAI } from '@assay/testkit'

/** The built command, as users run it: it starts in a fifth of the time. */
const bin = fileURLToPath(new URL('../../dist/bin.js', import.meta.url))

export const ROWS = 40
export const CONCURRENCY = 8

export type CrashPlan = {
  /** How each process but the last ends. `full` limits file sizes to some blocks instead, and the process ends by itself. */
  readonly how: 'SIGKILL' | 'SIGTERM' | 'full'
  /** Requests at the server when each process but the last is ended; or blocks of 512 bytes for `full`. */
  readonly at: readonly number[]
  /** Milliseconds after that request. */
  readonly after: number
  /** Whether the shared store is used beside the journal. */
  readonly cache: boolean
}

export type CrashOutcome = {
  /** Ids in the output file, in its order. */
  readonly rows: readonly string[]
  /** How the last process ended: `null` if it was killed when its run was done. */
  readonly code: number | null
  readonly err: string
  /** Rows whose reply had been committed when a process ended, and that were requested again. */
  readonly requestedAgain: readonly string[]
  /** Requests beyond one for each row. */
  readonly repeated: number
  /** Processes that were ended while they ran. */
  readonly kills: number
}

/** One run over a fake server in its own folder, its process ended as planned and resumed until it is done. */
export async function crashRun({ how, at, after, cache }: CrashPlan): Promise<CrashOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-crash-'))
  const requested: string[] = []
  const watchers = new Set<() => void>()
  await using server = await startFakeOpenAI(async ({ body }) => {
    const id = /row-\d+/.exec(JSON.stringify(body))?.[0] ?? 'no row'
    requested.push(id)
    for (const watch of watchers) watch()
    await sleep(5 + (requested.length % 7) * 4)
    const claim = { text: `It is ${id}.`, reason: `kept ${id}.`, evidence: [], supported: true }
    return JSON.stringify({ claims: [claim] })
  })
  try {
    writeFileSync(join(folder, 'rows.jsonl'), Array.from({ length: ROWS }, (_, i) => rowLine(`row-${i}`)).join(''))
    const requestedAgain = new Set<string>()
    let kills = 0
    let last: { readonly code: number | null; readonly err: string } = { code: null, err: '' }
    for (const point of [...at, undefined]) {
      // A run that ended before it could be killed is done: starting it again would correctly repeat its requests.
      if (hasFinishedRun(folder)) break
      const before = new Set(committedRows(folder))
      const from = requested.length
      const child = start(folder, server, { cache, blocks: how === 'full' ? point : undefined })
      const said = text(child.stderr)
      if (how !== 'full' && point !== undefined) {
        const wasRunning = await endAt(child, { signal: how, after, reached: () => requested.length >= from + point, watchers })
        if (wasRunning) kills += 1
      }
      last = { code: await ended(child), err: await said }
      for (const id of requested.slice(from)) if (before.has(id)) requestedAgain.add(id)
    }
    return { ...last, rows: writtenRows(folder), requestedAgain: [...requestedAgain], repeated: requested.length - ROWS, kills }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowLine(id: string): string {
  return `${JSON.stringify({ id, user_input: `What is ${id}?`, reference: `It is ${id}.`, retrieved_contexts: [`It is ${id}.`] })}\n`
}

/** The first process begins the run; the others resume it. If it was killed before it stored anything, it is begun anew. */
function start(folder: string, server: FakeServer, o: { cache: boolean; blocks: number | undefined }): ChildProcessByStdio<null, null, Readable> {
  const line = ['rows.jsonl', '-m', 'context-recall', '-j', 'openai:toy', '--strategy', 'single-pass', '-o', 'out.jsonl', '--quiet']
  const begin = [...line, '--concurrency', String(CONCURRENCY), ...(o.cache ? [] : ['--no-cache'])]
  const args = [bin, 'eval', ...(hasUnfinishedRun(folder) ? ['--resume'] : begin)]
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, NODE_NO_WARNINGS: '1', OPENAI_API_KEY: 'sk-test-0123456789abcdef', OPENAI_BASE_URL: server.url }
  const options = { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] as ['ignore', 'ignore', 'pipe'] }
  if (o.blocks === undefined) return spawn(process.execPath, args, options)
  return spawn('/bin/sh', ['-c', 'ulimit -f "$1"; shift; exec "$@"', 'sh', String(o.blocks), process.execPath, ...args], options)
}

/** Ends the process when the server has received enough requests. Returns whether it still ran. */
async function endAt(
  child: ChildProcess,
  { signal, after, reached, watchers }: { signal: NodeJS.Signals; after: number; reached: () => boolean; watchers: Set<() => void> },
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const watch = (): void => {
    if (reached()) resolve()
  }
  watchers.add(watch)
  child.once('exit', () => resolve())
  watch()
  await promise
  watchers.delete(watch)
  await sleep(after)
  const runs = child.exitCode === null && child.signalCode === null
  child.kill(signal)
  return runs
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code))
  })
}

/** Rows whose reply is committed in the journal. */
function committedRows(folder: string): string[] {
  return withDatabase(folder, [], (database) =>
    database
      .prepare('SELECT replies.reply AS reply FROM journal JOIN replies ON journal.reply = replies.id')
      .all()
      .flatMap(({ reply }) => /kept (row-\d+)/.exec(String(reply))?.[1] ?? []),
  )
}

function hasUnfinishedRun(folder: string): boolean {
  return withDatabase(folder, false, (database) => database.prepare("SELECT 1 FROM runs WHERE status <> 'finished'").get() !== undefined)
}

function hasFinishedRun(folder: string): boolean {
  return withDatabase(folder, false, (database) => database.prepare("SELECT 1 FROM runs WHERE status = 'finished'").get() !== undefined)
}

function withDatabase<T>(folder: string, otherwise: T, read: (database: DatabaseSync) => T): T {
  const file = replyStoreFile(join(folder, '.assay'))
  if (!existsSync(file)) return otherwise
  const database = new DatabaseSync(file)
  try {
    return read(database)
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such table')) return otherwise
    throw error
  } finally {
    database.close()
  }
}

/** Ids of the complete lines of the output, which are the only ones that a reader accepts. */
function writtenRows(folder: string): string[] {
  const lines = readFileSync(join(folder, 'out.jsonl'), 'utf8').split('\n')
  return lines.flatMap((line): string[] => {
    if (line === '') return []
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? [value.id] : []
  })
}
