import { splitSentences } from '@assay/text'
import { estimateTokens } from '@assay/core'
import type { ShownContexts } from './shown-contexts.ts'

/** A whole context in a call, or a part of one that is too long. */
export type ContextPiece = {
  readonly text: string
  /** 0-based index of the context in the sample's full list. */
  readonly index: number
  /** Where the text begins in that context, in UTF-16 code units. */
  readonly offset: number
}

export function piecesOf({ texts, indices, offsets }: ShownContexts): ContextPiece[] {
  return texts.map((text, at) => ({ text, index: indices[at] ?? -1, offset: offsets[at] ?? 0 }))
}

export function shownPieces(pieces: readonly ContextPiece[]): ShownContexts {
  return {
    texts: pieces.map(({ text }) => text),
    indices: pieces.map(({ index }) => index),
    offsets: pieces.map(({ offset }) => offset),
  }
}

/**
 * Parts of at most `room` tokens, cut between sentence units. Nothing is left out. If there is room, a part begins with the last unit of
 * the one before it, so that neighbouring sentences are together once. `undefined` if a single unit is longer.
 */
export function splitPiece(piece: ContextPiece, room: number): ContextPiece[] | undefined {
  const units = unitsOf(piece.text)
  if (units.some(({ tokens }) => tokens > room)) return undefined
  const parts: ContextPiece[] = []
  let from = 0
  while (from < units.length) {
    let to = from
    let tokens = 0
    for (; to < units.length; to += 1) {
      const more = units[to]?.tokens ?? 0
      if (tokens + more > room) break
      tokens += more
    }
    parts.push(partOf(piece, units, from, to))
    if (to === units.length) break
    const repeated = (units[to - 1]?.tokens ?? 0) + (units[to]?.tokens ?? 0)
    from = to - from > 1 && repeated <= room ? to - 1 : to
  }
  return parts
}

/** Two parts that overlap by one sentence unit if there are enough of them; `undefined` for a single unit. */
export function halvePiece(piece: ContextPiece): [ContextPiece, ContextPiece] | undefined {
  const units = unitsOf(piece.text)
  if (units.length < 2) return undefined
  const middle = middleOf(units.map(({ tokens }) => tokens))
  const from = units.length < 4 || middle < 2 ? middle : middle - 1
  return [partOf(piece, units, 0, middle), partOf(piece, units, from, units.length)]
}

/** Two halves of about as many tokens, in their order. There are at least two pieces. */
export function halvePieces(pieces: readonly ContextPiece[]): [ContextPiece[], ContextPiece[]] {
  const middle = middleOf(pieces.map(({ text }) => estimateTokens(text)))
  return [pieces.slice(0, middle), pieces.slice(middle)]
}

type Unit = { readonly start: number; readonly end: number; readonly tokens: number }

/** Sentence units with the space after them: together they are the whole text. */
function unitsOf(text: string): Unit[] {
  const starts = splitSentences(text).map(({ start }, at) => (at === 0 ? 0 : start))
  if (starts.length === 0) starts.push(0)
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? text.length
    return { start, end, tokens: estimateTokens(text.slice(start, end)) }
  })
}

function partOf({ text, index, offset }: ContextPiece, units: readonly Unit[], from: number, to: number): ContextPiece {
  const start = units[from]?.start ?? 0
  return { text: text.slice(start, units[to - 1]?.end), index, offset: offset + start }
}

/** Where to cut a list so that both sides weigh about the same and neither is empty. */
function middleOf(weights: readonly number[]): number {
  const half = weights.reduce((sum, weight) => sum + weight, 0) / 2
  let sum = 0
  let at = 0
  while (at < weights.length && sum + (weights[at] ?? 0) <= half) {
    sum += weights[at] ?? 0
    at += 1
  }
  return Math.min(Math.max(at, 1), weights.length - 1)
}
