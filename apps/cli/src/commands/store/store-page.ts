import { forTerminal } from '@assay/reporters'
import type { StoredRun, StoreStats } from '@assay/runner'
import { commandName } from '../../command-name.ts'

/** The content of a store, for people. */
export function storePage({ file, bytes, adapters, vectors, unfinished }: StoreStats): string {
  const lines = [`${file}  ${shownBytes(bytes)}`, '']
  if (adapters.length === 0) lines.push('No replies are stored.')
  for (const { provider, modelId, stored, journaled, oldest, newest } of adapters) {
    const time = oldest === null || newest === null ? '' : `, received ${shownSpan(oldest, newest)}`
    const more = journaled === 0 ? '' : `, ${journaled} more in journals of runs`
    lines.push(`${provider}:${modelId}`, `  ${counted(stored, 'reply', 'replies')} for all runs${time}${more}`)
  }
  if (vectors > 0) lines.push('', `${counted(vectors, 'vector', 'vectors')} of texts`)
  if (unfinished.length > 0) lines.push('', 'Unfinished runs')
  for (const run of unfinished) lines.push(...runLines(run))
  return lines.map((line) => `${forTerminal(line)}\n`).join('')
}

export function shownBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

function runLines({ id, startedAt, status, isAlive, replies }: StoredRun): string[] {
  const state = isAlive ? 'is running' : status === 'interrupted' ? 'was interrupted' : 'was killed'
  const lines = [`  ${id}  begun ${shownMinute(startedAt)}, ${state}, ${counted(replies, 'reply', 'replies')}`]
  return isAlive ? lines : [...lines, `    ${commandName()} eval --resume=${id}`]
}

function shownSpan(from: number, to: number): string {
  const [first, last] = [shownDay(from), shownDay(to)]
  return first === last ? first : `${first} to ${last}`
}

function shownDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function shownMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
