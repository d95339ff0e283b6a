import { existsSync } from 'node:fs'
import { configError } from '@assay/core'
import { forTerminal } from '@assay/reporters'
import { type ReplyStore, replyStoreFile, setReplyStoreAside } from '@assay/runner'
import { type StorePlace, storePlace } from '@assay/command-kit'
import { commandName } from '../../command-name.ts'
import { exportRecording } from './export-recording.ts'
import { importRecording } from './import-recording.ts'
import { readAge } from './read-age.ts'
import { counted, shownBytes, storePage } from './store-page.ts'

export type StoreOptions = { readonly folder?: string; readonly store?: string; readonly olderThan?: string }

/** `assay store stats`. @throws AssayError `config` if there is no readable store. */
export async function showStats(options: StoreOptions): Promise<void> {
  await withStore(existingStore(options), async (store) => {
    const stats = await store.stats()
    if (stats !== undefined) process.stdout.write(storePage(stats))
  })
}

/** `assay store prune`. @throws AssayError `config` if there is no store that can be pruned. */
export async function prune(options: StoreOptions): Promise<void> {
  const { olderThan } = options
  const olderThanMs = olderThan === undefined ? undefined : readAge('--older-than', olderThan)
  const place = existingStore(options)
  const store = await place.open(() => {})
  const pruned = await store.prune({ olderThanMs })
  const problem = store.problem()
  await store.close()
  if (problem?.kind === 'damaged') {
    print(`${replyStoreFile(place.shown)} is damaged. It was moved to ${setReplyStoreAside(place.shown)}; the next run begins a new one.`)
    return
  }
  if (problem !== undefined) throw configError(problem.message)
  const { replies, vectors, runs, bytes } = pruned
  const what = [counted(replies, 'reply', 'replies'), counted(vectors, 'vector', 'vectors'), counted(runs, 'run', 'runs')]
  const room = place.isRemote ? 'their room is used again' : `${shownBytes(Math.max(0, bytes))} of disk given back`
  print(`Deleted ${what.join(', ')}; ${room}.`)
}

/** `assay store export FILE`. @throws AssayError `config` if the file exists, or there is nothing to write. */
export async function exportTo(file: string, options: StoreOptions): Promise<void> {
  const place = existingStore(options)
  if (file === '' || file === '-') throw configError('A recording is written to a file. Name a new one, as in replies.jsonl.')
  // A recording is never overwritten: it may be all that is left of a run.
  if (existsSync(file)) throw configError(`${file} is there already. Name a new file, or delete it first.`)
  await withStore(place, async (store) => {
    if (await isEmpty(store.replies()))
      throw configError(
        `${place.isRemote ? place.shown : replyStoreFile(place.shown)} holds no reply to export. Run ${commandName()} eval with a judge first.`,
      )
    const { replies, withoutCall } = await exportRecording(store, file)
    const more = withoutCall === 0 ? '' : ` Left out: ${counted(withoutCall, 'reply', 'replies')} without a call.`
    print(`Wrote ${counted(replies, 'reply', 'replies')} to ${file}.${more}`)
  })
}

/** `assay store import FILE`. @throws AssayError `config` or `data`, for a problem of file or store. */
export async function importFrom(file: string, options: StoreOptions): Promise<void> {
  if (!existsSync(file)) throw configError(`The recording ${file} does not exist.`)
  await withStore(placeOf(options), async (store) => {
    const { replies, known, unusable, unfinished } = await importRecording(store, file)
    const left = [
      ...(known === 0 ? [] : [`${known} that were there already`]),
      ...(unusable === 0 ? [] : [`${unusable} that failed, or were cut or refused`]),
      ...(unfinished === 0 ? [] : [counted(unfinished, 'unfinished line', 'unfinished lines')]),
    ]
    print(`Imported ${counted(replies, 'reply', 'replies')} from ${file}.${left.length === 0 ? '' : ` Left out: ${left.join(', ')}.`}`)
  })
}

function placeOf({ store, folder }: StoreOptions): StorePlace {
  return storePlace(store ?? folder)
}

function existingStore(options: StoreOptions): StorePlace {
  const place = placeOf(options)
  if (place.exists()) return place
  const file = replyStoreFile(place.shown)
  throw configError(`There is no store: ${file} does not exist. A run with a judge makes one; another is named by --folder DIR.`)
}

/** Reports problems found during use, as well as those found on opening. */
async function withStore(place: StorePlace, use: (store: ReplyStore) => Promise<void>): Promise<void> {
  const store = await place.open(() => {})
  const throwProblem = (): void => {
    const problem = store.problem()
    if (problem !== undefined) throw configError(problem.message)
  }
  try {
    throwProblem()
    await use(store)
    throwProblem()
  } finally {
    await store.close()
  }
}

async function isEmpty(entries: Iterable<unknown> | AsyncIterable<unknown>): Promise<boolean> {
  for await (const _entry of entries) return false
  return true
}

function print(line: string): void {
  process.stdout.write(`${forTerminal(line)}\n`)
}
