import type { ContextIndex } from '@assay/judge/lexical-screen'
import type { LabelledRow } from './labelled-row.ts'

/** A supported statement with one detail changed, so that its contexts no longer support it. */
export type EditedStatement = { readonly row: number; readonly edit: 'number' | 'name' | 'negation'; readonly statement: string }

/**
 * Up to three edits of each supported statement of one source: another number, a name from another statement that is not in the contexts,
 * a negation added or removed.
 */
export function editStatements(rows: readonly LabelledRow[], contexts: readonly ContextIndex[], random: () => number): EditedStatement[] {
  const names = rows.flatMap(({ statement }) => Array.from(statement.matchAll(NAMES), ([name]) => name))
  return rows.flatMap(({ statement, label }, row) => {
    const index = contexts[row]
    if (label === 0 || index === undefined) return []
    const edits: EditedStatement[] = []
    for (const [edit, changed] of [
      ['number', withOtherNumber(statement, index, random)],
      ['name', withOtherName(statement, index, names, random)],
      ['negation', withNegationToggled(statement)],
    ] as const) {
      if (changed !== undefined) edits.push({ row, edit, statement: changed })
    }
    return edits
  })
}

const NAMES = /(?<=[\p{Ll},] )\p{Lu}\p{L}{3,}/gu
const NUMBER = /(?<![\p{L}\p{N}.,])\d{1,9}(?![\p{L}\p{N}]|[.,]\d)/u
const NEGATION = /\b(?:not|never) /
const AUXILIARY = /\b(?:is|are|was|were|can|will|would|has|have|had|could|should|may|might)\b/
const TRIES = 50

function withOtherNumber(statement: string, contexts: ContextIndex, random: () => number): string | undefined {
  const found = NUMBER.exec(statement)
  if (found === null) return undefined
  for (let tries = 0; tries < TRIES; tries += 1) {
    const other = String(Number(found[0]) + 1 + Math.floor(random() * 12))
    if (!contexts.hasNumber(other)) return replaceAt(statement, found.index, found[0], other)
  }
  return undefined
}

function withOtherName(statement: string, contexts: ContextIndex, names: readonly string[], random: () => number): string | undefined {
  const [found] = statement.matchAll(NAMES)
  if (found === undefined) return undefined
  for (let tries = 0; tries < TRIES; tries += 1) {
    const other = names[Math.floor(random() * names.length)]
    if (other !== undefined && contexts.byWord(other.toLowerCase()).length === 0) return replaceAt(statement, found.index, found[0], other)
  }
  return undefined
}

function withNegationToggled(statement: string): string | undefined {
  if (NEGATION.test(statement)) return statement.replace(NEGATION, '')
  const found = AUXILIARY.exec(statement)
  return found === null ? undefined : replaceAt(statement, found.index, found[0], `${found[0]} not`)
}

function replaceAt(text: string, start: number, old: string, put: string): string {
  return text.slice(0, start) + put + text.slice(start + old.length)
}
