import {
  AssayError,
  type Metric,
  type MetricConfig,
  renderSignature,
  type Sample,
  type Score,
  scored,
  unscored,
  unscoredBy,
} from '@assay/core'
import { idTexts } from './id-texts.ts'
import { nearMiss } from './near-miss.ts'

export type IdRecallOptions = {
  /** To tell two of a kind apart in a run. Default `id_based_context_recall`. */
  readonly name?: string | undefined
}

/** Ids as text, each once, in the order of the reference. */
export type IdRecallDetail = {
  /** How many distinct reference ids are among the retrieved ids. */
  readonly hits: number
  /** How many distinct reference ids there are. */
  readonly total: number
  readonly found: readonly string[]
  readonly missing: readonly string[]
}

export type IdRecallField = 'referenceContextIds' | 'retrievedContextIds'

/**
 * Context recall by document ids: distinct reference ids found among the retrieved ids / distinct reference ids. Ids are compared as
 * exact text: `1` equals `"1"`, `"01"` does not, nothing is trimmed or case-folded. Order and repeats change nothing. Nothing
 * retrieved gives 0, no reference ids leave the sample unscored (`empty_reference`), as does an id that is no text or number (`data`).
 *
 * @throws AssayError `config` for a blank name.
 */
export function idBasedContextRecall(options: IdRecallOptions = {}): Metric<IdRecallField, IdRecallDetail> {
  const { name = NAME } = options
  if (name.trim() === '')
    throw new AssayError({ kind: 'config', message: `${NAME}: the name is blank. Give it a name, or leave the option out.` })
  const config: MetricConfig = name === NAME ? { type: TYPE } : { type: TYPE, name }
  return {
    specificationVersion: 'v1',
    name,
    version: VERSION,
    kind: 'id',
    evidence: 'exact',
    direction: 'maximize',
    needs: ['referenceContextIds', 'retrievedContextIds'],
    signature: SIGNATURE,
    config,
    score: (sample) => Promise.resolve(recall(sample)),
  }
}

const NAME = 'id_based_context_recall'
const TYPE = 'id-based-context-recall'
const VERSION = '1'
const SIGNATURE = renderSignature(NAME, [], VERSION)

/** Runs on millions of rows: one pass over each list, and no more than one promise around it. */
function recall(sample: Sample): Score<IdRecallDetail> {
  let reference: ReadonlySet<string>
  let retrieved: ReadonlySet<string>
  try {
    reference = idTexts(sample, 'referenceContextIds')
    retrieved = idTexts(sample, 'retrievedContextIds')
  } catch (error) {
    return unscoredBy(error, { signature: SIGNATURE })
  }
  if (reference.size === 0) {
    return unscored({
      signature: SIGNATURE,
      cause: 'empty_reference',
      reason: 'There are no reference ids, so there is nothing that retrieval should have found.',
    })
  }
  const found: string[] = []
  const missing: string[] = []
  for (const id of reference) (retrieved.has(id) ? found : missing).push(id)
  const hits = found.length
  const total = reference.size
  return scored({
    signature: SIGNATURE,
    value: hits / total,
    reason: reasonFor(reference, retrieved, hits),
    detail: { hits, total, found, missing },
  })
}

function reasonFor(reference: ReadonlySet<string>, retrieved: ReadonlySet<string>, hits: number): string {
  const total = reference.size
  if (retrieved.size === 0)
    return `Nothing was retrieved; ${total === 1 ? 'one reference id was' : `${total} reference ids were`} expected.`
  const reason = `${hits} of ${total} reference ${total === 1 ? 'id is' : 'ids are'} among the retrieved ids.`
  const hint = hits === 0 ? nearMiss(reference, retrieved) : undefined
  return hint === undefined ? reason : `${reason} ${hint}`
}
