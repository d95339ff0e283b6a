import { readFileSync } from 'node:fs'
import { lexicalScreen, sentenceExtractor } from '@assay/judge'
import { decideClaim, examineClaim, indexContexts, inverseDocumentFrequency, supportProbability } from '@assay/judge/lexical-screen'
import { contextPrecision } from '@assay/metric-llm-context'
import { evaluate } from '@assay/runner'
import * as z from 'zod'
import { learnScreen, type PreparedSource } from './learn-screen.ts'

/** How many texts the screen called supporting or useful. */
export type YesCount = { readonly what: string; readonly yes: number; readonly of: number }

const wiceRow = z.object({
  statement: z.string(),
  contexts: z.array(z.string()),
  label: z.number(),
  meta: z.object({ supporting: z.array(z.array(z.number())) }),
})

/**
 * WiCE: of each statement that people call supported, the first set of sentences that support it, as one context, and as many other sentences
 * of the page. Weights are those trained without WiCE.
 * @param threshold The probability from which an undecided statement counts as supported.
 */
export function supportingSentences(sources: readonly PreparedSource[], threshold: number): YesCount[] {
  const wice = sources.find(({ name }) => name === 'WiCE')
  if (wice === undefined) throw new Error('WiCE is not among the sources')
  const learned = learnScreen(sources.filter((source) => source !== wice))
  const idf = inverseDocumentFrequency(learned.frequencies)
  const isYes = (statement: string, context: string): boolean => {
    const examined = examineClaim(statement, indexContexts([context]), idf)
    const probability = supportProbability(learned, examined.features)
    const { outcome } = decideClaim(examined, probability, threshold)
    return outcome === 'supported' || (outcome === 'undecided' && probability >= threshold)
  }
  let [of, supporting, other] = [0, 0, 0]
  for (const { statement, contexts, label, meta } of rowsOf(wice.file)) {
    const [first] = meta.supporting
    const others = contexts.filter((_text, at) => meta.supporting.every((set) => !set.includes(at)))
    if (label !== 1 || first === undefined || first.length === 0 || others.length < first.length) continue
    of += 1
    if (isYes(statement, first.map((at) => contexts[at] ?? '').join(' '))) supporting += 1
    if (isYes(statement, others.slice(0, first.length).join(' '))) other += 1
  }
  return [
    { what: 'sentences that support the statement', yes: supporting, of },
    { what: 'as many other sentences of the page', yes: other, of },
  ]
}

function rowsOf(file: string): z.infer<typeof wiceRow>[] {
  const text = readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8')
  return Array.from(text.trim().split('\n'), (line) => wiceRow.parse(JSON.parse(line)))
}

const clapRow = z.object({
  reference: z.string(),
  retrieved_contexts: z.array(z.string()),
  retrieved_context_ids: z.array(z.string()),
  reference_context_ids: z.array(z.string()),
})

/**
 * CLAP NQ: the retrieved passages that context precision by claims calls useful, with the shipped screen. Only the gold passage is labelled:
 * another passage may be useful, too.
 */
export async function usefulPassages(file: URL): Promise<YesCount[]> {
  const rows = Array.from(readFileSync(file, 'utf8').trim().split('\n'), (line) => clapRow.parse(JSON.parse(line)))
  const metric = contextPrecision({ by: 'claims', extractor: sentenceExtractor(), verifier: lexicalScreen() })
  const gold = { yes: 0, of: 0 }
  const others = { yes: 0, of: 0 }
  const data = rows.map((row, at) => ({ id: String(at), reference: row.reference, retrievedContexts: row.retrieved_contexts }))
  for await (const { result } of evaluate({ data, metrics: [metric] })) {
    const row = rows[Number(result.id)]
    const { retrieved } = retrievedShape.parse(result.scores[metric.name]?.detail)
    for (const { index, useful } of retrieved) {
      const isGold = row?.reference_context_ids.includes(row.retrieved_context_ids[index] ?? '') === true
      const count = isGold ? gold : others
      count.of += 1
      if (useful === true) count.yes += 1
    }
  }
  return [
    { what: 'gold passages', ...gold },
    { what: 'other retrieved passages (not labelled)', ...others },
  ]
}

const retrievedShape = z.object({ retrieved: z.array(z.object({ index: z.number(), useful: z.boolean().nullable() })) })
