import { createCatalog, pathsInId } from '@assay/catalog'
import { addSettings, exitCode, readSettings } from '@assay/command-kit'
import { createDirectRuntime } from '@assay/core'
import { forTerminal, refuseInputs } from '@assay/reporters'
import { runSettings } from '@assay/runner'
import { Command } from 'commander'
import { jsonOutput } from '../cli/json-output.ts'
import { say } from '../cli/say.ts'
import { makeChunkPairs } from '../chunk-pairs/make-chunk-pairs.ts'
import { readCorpus, readQuestions } from '../chunk-pairs/read-questions.ts'
import { numberFrom, repeated } from '../correct/number-option.ts'
import { textTable } from '../providers/text-table.ts'
import { fromChunkPair, type LabelledPair, readPairs } from './labelled-pair.ts'
import { measureSimilarities, type SimilarityReport } from './measure-similarities.ts'
import { saidProgress } from './said-progress.ts'

const ALL = [
  'token-overlap',
  'rouge-l-recall',
  'containment',
  'tfidf-cosine',
  'chrf',
  'rouge-l-f',
  'jaccard',
  'dice-bigram',
  'bleu',
  'levenshtein',
  'jaro-winkler',
  'jaro',
  'hamming',
  'substring',
  'exact',
] as const

/** For similarities that call an embedding model. */
const calls = {
  timeout: { ...runSettings.timeout, help: 'for one request to an embedding model', default: 60 },
  maxRetries: runSettings.maxRetries,
}

type Options = {
  readonly similarity?: readonly string[]
  readonly pairs?: string
  readonly at?: number
  readonly maxBatch?: number
  readonly output?: string
}

/** `assay-bench similarities`: how well and how fast similarities separate right chunks from wrong ones, and at which threshold. */
export function similaritiesCommand(ended: (code: number) => void): Command {
  const command = new Command('similarities')
    .description('compare similarities on labelled pairs: separation, threshold learned on one half, speed')
    .option(
      '--similarity <id>',
      'as in assay eval: jaro-winkler, embedding:openai:…, ./mine.ts#name (repeatable; default: all strings)',
      repeated,
    )
    .option('--pairs <file>', 'JSONL with your pairs: { a, b, label: 0 or 1, group?, kind? } (default: chunks made of shipped passages)')
    .option('--at <threshold>', 'the threshold to report at (default: the learned one)', numberFrom(0))
    .option('--max-batch <n>', 'the most texts in one request to an embedding model', numberFrom(1))
    .option('-o, --output <file>', 'write the figures as JSON; - for the standard output')
    .action(async ({ similarity: ids = ALL, pairs: file, at, maxBatch, output, ...given }: Options) => {
      const { timeout = calls.timeout.default, maxRetries } = readSettings(calls, given, (message) => say(`warning: ${message}`))
      if (output !== undefined) refuseInputs([output], [...ids.flatMap(pathsInId), ...(file === undefined ? [] : [file])])
      const written = jsonOutput(output)
      await written.check()
      const catalog = createCatalog()
      const similarities = await Promise.all(ids.map(async (id) => ({ id, similarity: await catalog.similarityFrom(id, { maxBatch }) })))
      const pairs = file === undefined ? makeChunkPairs(readQuestions(), readCorpus()).map(fromChunkPair) : readPairs(file)
      const { onPair, stop } = saidProgress()
      const runtime = createDirectRuntime({
        attemptTimeoutMs: 1000 * timeout,
        retry: maxRetries === undefined ? undefined : { maxAttempts: maxRetries + 1 },
      })
      const reports = await measureSimilarities(similarities, pairs, { at, runtime, onPair }).finally(stop)
      const figures = { schemaVersion: 1, kind: 'similarity-comparison', pairs: countsOf(pairs), similarities: reports }
      const text = `${[...headOf(pairs, file), '', ...tableOf(reports, pairs)].join('\n')}\n`
      ended(codeOf(reports, await written.show(figures, text)))
    })
  addSettings(command, calls)
  return command
}

function countsOf(pairs: readonly LabelledPair[]): { readonly alike: number; readonly others: number; readonly groups: number } {
  const alike = pairs.filter(({ label }) => label === 1).length
  return { alike, others: pairs.length - alike, groups: new Set(pairs.map(({ group }) => group)).size }
}

function headOf(pairs: readonly LabelledPair[], file: string | undefined): string[] {
  const { alike, others, groups } = countsOf(pairs)
  return [
    file === undefined
      ? `${alike} chunks made of ${groups} passages (synthetic: no paraphrase), ${others} other passages that BM25 found.`
      : `${alike} pairs labelled 1 and ${others} labelled 0, of ${groups} groups, from ${forTerminal(file)}.`,
    'Thresholds come from one half of the groups, all other figures from the other. Speed is CPU time relative to levenshtein.',
  ]
}

function tableOf(reports: readonly SimilarityReport[], pairs: readonly LabelledPair[]): string[] {
  const kinds = [...new Set(pairs.map(({ kind }) => kind))]
  const head = ['similarity', 'AUC', '0: 5–95 %', '1: 5–95 %', 'threshold', 'balanced', ...kinds.map(forTerminal), '× levenshtein']
  const rows = reports.map(({ id, auc, others, alike, threshold, balanced, right, timesLevenshtein }) => {
    const shares = kinds.map((kind) => number(Object.hasOwn(right, kind) ? right[kind] : null, 2))
    const figures = [number(auc, 3), ends(others), ends(alike), number(threshold, 2), number(balanced, 3)]
    return [forTerminal(id)].concat(figures, shares, number(timesLevenshtein, 1))
  })
  return [...textTable(head, rows), ...failureLines(reports)]
}

function failureLines(reports: readonly SimilarityReport[]): string[] {
  return reports.flatMap(({ id, failure }) =>
    failure === null ? [] : [`${forTerminal(id)} was not measured (${failure.cause}): ${forTerminal(failure.reason)}`],
  )
}

/** 2 if nothing was measured; 3 if a similarity or the file failed. */
function codeOf(reports: readonly SimilarityReport[], isWritten: boolean): number {
  const failed = reports.filter(({ failure }) => failure !== null)
  for (const { id, failure } of failed) say(`not measured: ${id} (${failure?.cause ?? ''})`)
  if (failed.length === reports.length) return exitCode.unusable
  return failed.length > 0 || !isWritten ? exitCode.incomplete : exitCode.ok
}

function ends(range: SimilarityReport['alike']): string {
  return range === null ? '–' : `${range[0].toFixed(2)}–${range[1].toFixed(2)}`
}

function number(value: number | null | undefined, digits: number): string {
  return value?.toFixed(digits) ?? '–'
}
