import type { EmbeddingAdapter, LLMAdapter, Metric } from '@assay/core'
import {
  type ClaimExtractor,
  type ClaimVerifier,
  llmClaimRelevance,
  llmExtractor,
  type PromptKey,
  type PromptOverrides,
  questionWriter,
  sentenceExtractor,
} from '@assay/judge'
import {
  checkedModel,
  checkItemJudge,
  checkName,
  checkPrompts,
  claimIdentity,
  type ClaimsDetail,
  claimsDetail,
  type ClaimSteps,
  failedDetail,
  type GraderDetail,
  graderIdentity,
  isExtractor,
  isVerifier,
  judgedMetric,
  openCells,
  optionFault,
  refuseOptions,
  rowOutcomes,
  shareOutcome,
  summarizeVerdicts,
  voted,
  withoutClaims,
} from '@assay/metric-kit'
import { embeddingSimilarity } from '@assay/similarity'
import { isBlank } from '@assay/text'

export type AnswerRelevancyOptions = RelevancyByClaimsOptions | RelevancyByQuestionsOptions | RelevancyPortOptions

type CommonOptions = {
  /** Only with a model: parts of prompts to replace the shipped ones. */
  readonly prompts?: PromptOverrides | undefined
  /** Only with a model: BCP 47 tag of the responses' language. Default: the judge infers it from the response. */
  readonly language?: string | undefined
  /** Default `answer_relevancy`. */
  readonly name?: string | undefined
}

/** Without an embedding model: which claims of the response help to answer. */
type RelevancyByClaimsOptions = CommonOptions & {
  /** A model; or `llmClaimRelevance()`, alone or in `votes()` and `panel()`. */
  readonly judge: LLMAdapter | ClaimVerifier
  readonly embedding?: undefined
  readonly questions?: undefined
  /** How the response is split. Default `llm`, by the judge itself. */
  readonly claims?: 'llm' | 'sentences' | ClaimExtractor | undefined
  /** Verdicts requested for each claim; the majority counts: an odd number. Default 1. */
  readonly votes?: number | undefined
}

/** With an embedding model: how similar the question is to questions that the response answers. */
type RelevancyByQuestionsOptions = CommonOptions & {
  readonly judge: LLMAdapter
  readonly embedding: EmbeddingAdapter
  /** How many questions to write, from 1 to 20. Default 3. */
  readonly questions?: number | undefined
  readonly claims?: undefined
  readonly votes?: undefined
}

/** The long form by claims: both steps, created by the caller. */
type RelevancyPortOptions = {
  readonly extractor: ClaimExtractor
  readonly verifier: ClaimVerifier
  readonly name?: string | undefined
  readonly judge?: undefined
  readonly embedding?: undefined
}

/** The explanation of a value by claims: a supported verdict means that its claim helps to answer. */
export type RelevancyByClaimsDetail = Omit<ClaimsDetail, 'verdicts' | 'noVerifiedQuote'> & {
  readonly by: 'claims'
  readonly relevance: ClaimsDetail['verdicts']
}

export type RelevancyByQuestionsDetail = GraderDetail & {
  readonly by: 'questions'
  readonly declines: boolean
  /** Questions that the response answers, each with its cosine to the question, at least 0. Empty if the response declines. */
  readonly questions: readonly { readonly text: string; readonly similarity: number }[]
  readonly embedding: string
  readonly repairs: readonly string[]
}

export type AnswerRelevancyDetail = RelevancyByClaimsDetail | RelevancyByQuestionsDetail

const NAME = 'answer_relevancy'
const TYPE = 'answer-relevancy'
const FACTORY = 'answerRelevancy'
const VERSION = '1'
const PROMPTS: readonly PromptKey[] = ['answerClaims', 'claimRelevance', 'questions']
const WORDING = { items: ['claim of the response', 'claims of the response'], holds: 'of help to answer the question' } as const
const DECLINES = 'The response declines to answer: nothing was answered.'
const MOSTLY = 3

/**
 * Whether a response addresses the question, in [0, 1]; not whether it is right. Without `embedding`: claims of the response that help to
 * answer / all its claims. With it: the mean cosine of the question with questions that the response answers, negative ones as 0. The two
 * scales are not comparable. Reads `userInput` and `response`.
 * A blank response is 0 without a call, one that declines is 0.
 * @throws AssayError `config` for unknown or incompatible options.
 */
export function answerRelevancy(options: AnswerRelevancyOptions): Metric<'userInput' | 'response', AnswerRelevancyDetail> {
  checkName(FACTORY, options.name)
  const { name = NAME } = options
  if (options.embedding !== undefined) return byQuestions(name, options)
  return byClaims(name, claimStepsOf(options))
}

function claimStepsOf(options: RelevancyByClaimsOptions | RelevancyPortOptions): ClaimSteps {
  if ('extractor' in options) {
    const { extractor, verifier } = options
    refuseOptions(
      FACTORY,
      options,
      ['judge', 'claims', 'votes', 'prompts', 'language', 'questions'],
      'beside extractor and verifier has no effect; set it on those',
    )
    if (!isExtractor(extractor) || !isVerifier(verifier)) throw optionFault(FACTORY, 'extractor and verifier must both be given')
    return { extractor, verifier: itemJudge(verifier) }
  }
  refuseOptions(
    FACTORY,
    options,
    ['questions'],
    'are written only with an embedding model, to compare them; give embedding, or leave it out',
  )
  const { judge, claims, votes, prompts, language } = options
  if (isVerifier(judge)) {
    refuseOptions(FACTORY, options, ['prompts', 'language'], `has no effect on ${judge.signature}; set it where that verifier is made`)
    if (claims === 'llm')
      throw optionFault(FACTORY, `claims: "llm" needs a model, and ${judge.signature} is a verifier; give llmExtractor({ judge })`)
    return { extractor: extractorFrom(claims ?? 'sentences', undefined, options), verifier: voted(itemJudge(judge), votes) }
  }
  const model = checkedModel(FACTORY, judge, 'a model (an LLMAdapter)')
  const sent: readonly PromptKey[] = claims === undefined || claims === 'llm' ? ['answerClaims', 'claimRelevance'] : ['claimRelevance']
  checkPrompts(FACTORY, prompts, { known: PROMPTS, sent })
  return {
    extractor: extractorFrom(claims ?? 'llm', model, options),
    verifier: voted(llmClaimRelevance({ judge: model, prompt: prompts?.claimRelevance, language }), votes),
  }
}

function itemJudge(verifier: ClaimVerifier): ClaimVerifier {
  checkItemJudge(FACTORY, verifier, 'claim-relevance', 'llmClaimRelevance()')
  return verifier
}

function extractorFrom(
  claims: 'llm' | 'sentences' | ClaimExtractor,
  judge: LLMAdapter | undefined,
  { prompts, language }: RelevancyByClaimsOptions,
): ClaimExtractor {
  if (claims === 'llm' && judge !== undefined) return llmExtractor({ judge, answerPrompt: prompts?.answerClaims, language })
  if (claims === 'sentences') return sentenceExtractor()
  if (isExtractor(claims)) return claims
  throw optionFault(FACTORY, `claims is ${JSON.stringify(claims)}; it must be "llm", "sentences" or a ClaimExtractor`)
}

function byClaims(name: string, steps: ClaimSteps): Metric<'userInput' | 'response', AnswerRelevancyDetail> {
  const naming = { usualName: NAME, type: TYPE, version: VERSION, name, options: [['by', 'claims']] } as const
  const identity = claimIdentity(naming, steps, ['response'])
  const start = { ...identity.start, by: 'claims' } as const
  return judgedMetric<'userInput' | 'response', AnswerRelevancyDetail>({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['userInput', 'response'],
    summarize: summarizeVerdicts<AnswerRelevancyDetail>(steps.verifier, (detail) =>
      'relevance' in detail ? (detail.relevance ?? []) : [],
    ),
    async outcome({ texts, runtime, scope, onFailure }) {
      const empty = { ...start, claims: [], relevance: [], uncovered: { sentences: [], numbers: [] }, repairs: [] }
      if (isBlank(texts.userInput ?? '')) return rowOutcomes.emptyUserInput
      if (isBlank(texts.response)) return { value: 0, reason: BLANK, detail: empty }
      const cells = openCells({ steps, texts, runtime, scope })
      const failed = () => ({ ...start, ...failedDetail(start, cells, 'response') })
      onFailure(failed)
      const split = await cells.split('response')
      const none = withoutClaims(split, 'response')
      if (none?.cause === 'declined') return { value: 0, reason: DECLINES, detail: { ...empty, declines: true, repairs: cells.repairs() } }
      if (none !== undefined) return { ...none, detail: failed() }
      const verdicts = await cells.byQuestion(split.claims)
      const { verdicts: relevance, noVerifiedQuote: _none, ...rest } = claimsDetail(start, { text: texts.response, split, verdicts, cells })
      const detail = { ...rest, ...start, relevance }
      return shareOutcome<AnswerRelevancyDetail>(verdicts, { threshold: undefined, wording: WORDING, detail })
    },
  })
}

const BLANK = 'The response is blank: nothing was answered.'

function byQuestions(name: string, options: RelevancyByQuestionsOptions): Metric<'userInput' | 'response', AnswerRelevancyDetail> {
  const { judge, embedding, questions: count = MOSTLY, prompts, language } = options
  refuseOptions(
    FACTORY,
    options,
    ['claims', 'votes', 'extractor', 'verifier'],
    'has no effect beside embedding: nothing is split or verified by questions',
  )
  const model = checkedModel(FACTORY, judge, 'a model (an LLMAdapter) beside embedding')
  checkPrompts(FACTORY, prompts, { known: PROMPTS, sent: ['questions'] })
  if (typeof embedding !== 'object' || embedding === null || typeof embedding.doEmbed !== 'function')
    throw optionFault(FACTORY, 'embedding must be an embedding model (an EmbeddingAdapter)')
  const writer = questionWriter({ judge: model, count, prompt: prompts?.questions, language })
  const similarity = embeddingSimilarity(embedding)
  const embeddingId = `${embedding.provider}:${embedding.modelId}`
  const identity = graderIdentity(
    {
      usualName: NAME,
      type: TYPE,
      version: VERSION,
      name,
      options: [
        ['by', 'questions'],
        ['questions', count === MOSTLY ? undefined : count],
        ['embedding', `${embeddingId}@${similarity.version}`],
      ],
      config: { embedding: embeddingId },
    },
    writer,
  )
  const start = { ...identity.start, by: 'questions', embedding: embeddingId } as const
  return judgedMetric<'userInput' | 'response', AnswerRelevancyDetail>({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['userInput', 'response'],
    async outcome({ texts, runtime, onFailure }) {
      const { response, userInput = '' } = texts
      if (isBlank(userInput)) return rowOutcomes.emptyUserInput
      if (isBlank(response)) return { value: 0, reason: BLANK, detail: { ...start, declines: false, questions: [], repairs: [] } }
      onFailure((repairs) => ({ ...start, repairs }))
      const { value: written, repairs } = await writer.grade({ response }, runtime)
      onFailure((later) => ({ ...start, declines: written.declines, repairs: [...repairs, ...later] }))
      if (written.declines) return { value: 0, reason: DECLINES, detail: { ...start, declines: true, questions: [], repairs } }
      const compare = await similarity.prepare([userInput, ...written.texts], runtime)
      const questions = written.texts.map((text) => ({ text, similarity: compare(userInput, text) }))
      const value = Math.min(1, questions.reduce((sum, question) => sum + question.similarity, 0) / questions.length)
      const reason = `The mean cosine of the question with ${questions.length === 1 ? 'the one question' : `the ${questions.length} questions`} that the response answers.`
      return { value, reason, detail: { ...start, declines: false, questions, repairs } }
    },
  })
}
