import type { JsonObject, LLMAdapter, Metric, SignaturePart } from '@assay/core'
import {
  type Claim,
  type ClaimVerifier,
  createMentionFinder,
  distinctNames,
  entityFinder,
  judgeSignature,
  llmVerifier,
  type PromptKey,
  type PromptOverrides,
  shownContexts,
  type VerificationStrategy,
  type Verdict,
} from '@assay/judge'
import {
  type Agreement,
  agreementOf,
  callVerifier,
  checkedModel,
  checkName,
  checkPrompts,
  combinedHash,
  type GraderDetail,
  isVerifier,
  judgedMetric,
  metricConfig,
  metricSignature,
  optionFault,
  refuseOptions,
  rowOutcomes,
  shareOutcome,
  voted,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'

export type ContextEntityRecallOptions = {
  /** Finds the names in the reference, and verifies whether contexts mention them, unless `verifier` does. */
  readonly judge: LLMAdapter
  /** `judge` (default): names that do not occur in the contexts are verified by the judge, once. `text`: they count as missing. */
  readonly match?: 'judge' | 'text' | undefined
  /** Decides whether contexts mention a name, instead of the judge. */
  readonly verifier?: ClaimVerifier | undefined
  /** `batched` (default): one call for all names that are not found. `per-claim`: a call for each. */
  readonly strategy?: VerificationStrategy | undefined
  /** Verdicts requested for each name that is not found; the majority counts: an odd number. Default 1. */
  readonly votes?: number | undefined
  /** A mention needs a quote that occurs in the contexts. Default false. */
  readonly requireQuote?: boolean | undefined
  /** Code points that a part of a quote needs to count. An integer from 1; default 12. */
  readonly minQuote?: number | undefined
  /** `false` leaves a row whose contexts are too long for the judge's window unscored. Default true. */
  readonly grouping?: boolean | undefined
  /** Parts of prompts to replace the shipped ones: `entities`, `verdicts`. */
  readonly prompts?: PromptOverrides | undefined
  /** BCP 47 tag of the references' language. Default: the judge infers it from the reference. */
  readonly language?: string | undefined
  /** Default `context_entity_recall`. */
  readonly name?: string | undefined
}

export type ContextEntityRecallDetail = GraderDetail & {
  readonly match: 'judge' | 'text'
  /** The verifier of names that are not found; absent if there is none. */
  readonly verifier?: string
  /** The names in the reference, each once. */
  readonly entities: readonly Claim[]
  /** One for each of them, in their order: supported if the contexts mention it. */
  readonly verdicts: readonly Verdict[]
  readonly agreement?: Agreement
  readonly grouped?: number
  readonly repairs: readonly string[]
}

const NAME = 'context_entity_recall'
const TYPE = 'context-entity-recall'
const FACTORY = 'contextEntityRecall'
const VERSION = '1'
const PROMPTS: readonly PromptKey[] = ['entities', 'verdicts']
const WORDING = { items: ['name of the reference', 'names of the reference'], holds: 'mentioned by the retrieved contexts' } as const
/** Decides names that occur word for word. */
const BY_TEXT = 'text'
const OF_VERIFIER = ['verifier', 'strategy', 'votes', 'requireQuote', 'minQuote', 'grouping']

/**
 * Names, dates and numbers of the reference that the retrieved contexts mention / all of them, in [0, 1]. Names that occur in the
 * contexts, up to case, white space and kinds of quotation marks, are found without a call. Reads `reference` and `retrievedContexts`.
 * Nothing retrieved is 0 without a call; a reference without names is unscored as `no_claims`.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function contextEntityRecall(
  options: ContextEntityRecallOptions,
): Metric<'reference' | 'retrievedContexts', ContextEntityRecallDetail> {
  const { name = NAME, match = 'judge', prompts, language } = options
  checkName(FACTORY, options.name)
  if (match !== 'judge' && match !== 'text')
    throw optionFault(FACTORY, `match ${JSON.stringify(match)} does not exist; there are "judge" and "text"`)
  const judge = checkedModel(FACTORY, options.judge, 'a model (an LLMAdapter), since it finds the names')
  const verifier = verifierOf(options, match)
  const finder = entityFinder({ judge, prompt: prompts?.entities, language })
  const identity = identityOf(name, match, finder, verifier)
  const { promptHash, signature, config } = identity
  const start = {
    judge: finder.signature,
    promptHash,
    match,
    ...(verifier === undefined ? {} : { verifier: verifier.signature }),
  }
  return judgedMetric({
    name,
    version: VERSION,
    identity: { kind: 'llm', evidence: 'judge', signature, config },
    direction: 'maximize',
    needs: ['reference', 'retrievedContexts'],
    async outcome({ texts: { reference, contexts }, runtime, onFailure }) {
      if (isBlank(reference)) return rowOutcomes.emptyReference
      const shown = shownContexts(contexts)
      if (shown.texts.length === 0) {
        const detail = { ...start, entities: [], verdicts: [], repairs: [] }
        return { value: 0, reason: 'Nothing was retrieved: there is no context that is not blank.', detail }
      }
      onFailure((repairs) => ({ ...start, repairs }))
      const { value: found, repairs: ofFinding } = await finder.grade({ reference }, runtime)
      const entities = distinctNames(found).map((text, at) => ({ id: `e${at + 1}`, text }))
      if (entities.length === 0) {
        return {
          cause: 'no_claims',
          reason: 'The reference names nothing that could be looked for.',
          detail: { ...start, repairs: ofFinding },
        }
      }
      const mentionOf = createMentionFinder(shown.texts)
      const byText = new Map(entities.map(({ id, text }) => [id, mentionOf(text)]))
      const missing = entities.filter(({ id }) => byText.get(id) === undefined)
      onFailure((repairs) => ({ ...start, entities, repairs: [...ofFinding, ...repairs] }))
      const answer =
        verifier === undefined || missing.length === 0
          ? undefined
          : await callVerifier(verifier, { claims: missing.map(mentioned), contexts, userInput: undefined, runtime })
      const { verdicts: judged = [], repairs = [], grouped = 0 } = answer ?? {}
      const byJudge = new Map(judged.map((verdict) => [verdict.claim, verdict]))
      const verdicts = entities.map(({ id }): Verdict => {
        const mention = byText.get(id)
        if (mention === undefined)
          return (
            byJudge.get(id) ?? { claim: id, outcome: 'unsupported', decidedBy: BY_TEXT, reason: 'It stands in no context.', evidence: [] }
          )
        const [from, to] = mention.span
        const evidence = {
          context: shown.indices[mention.context] ?? -1,
          quote: shown.texts[mention.context]?.slice(from, to) ?? '',
          verified: true,
          span: mention.span,
        }
        return { claim: id, outcome: 'supported', decidedBy: BY_TEXT, reason: 'It stands there.', evidence: [evidence] }
      })
      const agreement = agreementOf(verdicts)
      const detail: ContextEntityRecallDetail = {
        ...start,
        entities,
        verdicts,
        ...(agreement === undefined ? {} : { agreement }),
        ...(grouped === 0 ? {} : { grouped }),
        repairs: [...ofFinding, ...repairs],
      }
      return shareOutcome(verdicts, { threshold: verifier?.threshold, wording: WORDING, detail })
    },
  })
}

/** A name as a claim, for a verifier of claims. */
function mentioned({ id, text }: Claim): Claim {
  return { id, text: `${JSON.stringify(text)} is mentioned.` }
}

function verifierOf(options: ContextEntityRecallOptions, match: 'judge' | 'text'): ClaimVerifier | undefined {
  const { judge, verifier, strategy, votes, requireQuote, minQuote, grouping, prompts, language } = options
  if (match === 'text') {
    refuseOptions(
      FACTORY,
      options,
      OF_VERIFIER,
      'has no effect with match: "text", which makes no call about names that are not found; leave it out',
    )
    checkPrompts(FACTORY, prompts, { known: PROMPTS, sent: ['entities'] })
    return undefined
  }
  if (verifier !== undefined) {
    refuseOptions(FACTORY, options, ['strategy', 'requireQuote', 'minQuote', 'grouping'], 'has no effect beside a verifier; set it on that')
    checkPrompts(FACTORY, prompts, { known: PROMPTS, sent: ['entities'] })
    if (!isVerifier(verifier)) throw optionFault(FACTORY, 'verifier must be a ClaimVerifier')
    return voted(verifier, votes)
  }
  checkPrompts(FACTORY, prompts, { known: PROMPTS, sent: PROMPTS })
  return voted(llmVerifier({ judge, strategy, prompt: prompts?.verdicts, language, requireQuote, minQuote, grouping }), votes)
}

function identityOf(
  name: string,
  match: 'judge' | 'text',
  finder: ReturnType<typeof entityFinder>,
  verifier: ClaimVerifier | undefined,
): { readonly promptHash: string; readonly signature: string; readonly config: ReturnType<typeof metricConfig> | null } {
  const promptHash = combinedHash([finder.promptHash, verifier?.promptHash]) ?? finder.promptHash
  const made = (config: JsonObject) => metricConfig(TYPE, NAME, name, { entities: finder.config, ...config })
  if (verifier === undefined) {
    const parts: readonly SignaturePart[] = [
      ['judge', finder.signature],
      ['match', match],
    ]
    return { promptHash, signature: metricSignature(NAME, VERSION, promptHash, parts), config: made({ match }) }
  }
  const { strategy, judge, options, judges } = judgeSignature(verifier)
  const isOne = judges.every((one) => one === finder.signature)
  const parts: readonly SignaturePart[] = [
    ['strategy', strategy],
    ['judge', judge],
    ...options,
    ['entities', isOne && verifier.kind === 'judge' ? undefined : finder.signature],
  ]
  return {
    promptHash,
    signature: metricSignature(NAME, VERSION, promptHash, parts),
    config: verifier.config === undefined ? null : made({ verifier: verifier.config }),
  }
}
