import type { LLMAdapter, Metric } from '@assay/core'
import { categoryGrader, factualCategories, type FactualCategory, type PromptOverrides } from '@assay/judge'
import {
  checkedModel,
  checkName,
  checkPrompts,
  type GraderDetail,
  graderIdentity,
  judgedMetric,
  optionFault,
  rowOutcomes,
} from '@assay/metric-kit'
import { isBlank } from '@assay/text'

export type FactualityWeights = { readonly [Category in FactualCategory]?: number | undefined }

export type FactualityOptions = {
  readonly judge: LLMAdapter
  /** The value of each category, in [0, 1]. Default: `disagrees` 0, all others 1. */
  readonly weights?: FactualityWeights | undefined
  /** Parts of the prompt to replace the shipped one. */
  readonly prompts?: PromptOverrides | undefined
  /** BCP 47 tag of the responses' language. Default: the judge infers it from the response. */
  readonly language?: string | undefined
  /** Default `factuality`. */
  readonly name?: string | undefined
}

export type FactualityDetail = GraderDetail & {
  readonly category: FactualCategory
  /** The judge's. */
  readonly judgeReason: string
  readonly repairs: readonly string[]
}

const NAME = 'factuality'
const VERSION = '1'
const WEIGHTS: Readonly<Record<FactualCategory, number>> = { subset: 1, superset: 1, same: 1, disagrees: 0, differs: 1 }
const MEANING: Readonly<Record<FactualCategory, string>> = {
  subset: 'The response states a part of the reference and nothing else',
  superset: 'The response states all of the reference and more, without contradicting it',
  same: 'Response and reference state the same',
  disagrees: 'Response and reference contradict each other',
  differs: 'Response and reference differ in what does not matter to being right',
}

/**
 * The relation of a response to the reference, by one of five categories: the category's weight, in [0, 1]. One reply, without evidence
 * to look up; `factualCorrectness` shows which claims are right. Reads `response`, `reference`, and `userInput` if present.
 * @throws AssayError `config` for a value that is no model, or a weight out of range.
 */
export function factuality(options: FactualityOptions): Metric<'reference' | 'response', FactualityDetail> {
  const { judge, prompts, language, name = NAME } = options
  checkName(NAME, options.name)
  const weights = { ...WEIGHTS, ...checkedWeights(options.weights ?? {}) }
  const model = checkedModel(NAME, judge, 'a model (an LLMAdapter)')
  checkPrompts(NAME, prompts, { known: ['category'], sent: ['category'] })
  const grader = categoryGrader({ judge: model, prompt: prompts?.category, language })
  const own = factualCategories.filter((category) => weights[category] !== WEIGHTS[category])
  const identity = graderIdentity(
    {
      usualName: NAME,
      type: NAME,
      version: VERSION,
      name,
      options: [['weights', own.length === 0 ? undefined : own.map((category) => `${category}=${weights[category]}`).join(',')]],
      config: own.length === 0 ? {} : { weights: Object.fromEntries(own.map((category) => [category, weights[category]])) },
    },
    grader,
  )
  const { start } = identity
  return judgedMetric({
    name,
    version: VERSION,
    identity,
    direction: 'maximize',
    needs: ['reference', 'response'],
    reads: ['userInput'],
    async outcome({ texts: { reference, response, userInput }, runtime, onFailure }) {
      if (isBlank(reference)) return rowOutcomes.emptyReference
      if (isBlank(response)) return rowOutcomes.emptyResponse
      onFailure((before) => ({ ...start, repairs: before }))
      const { value, repairs } = await grader.grade(
        { reference, response, userInput: isBlank(userInput ?? '') ? undefined : userInput },
        runtime,
      )
      const { category, reason } = value
      return {
        value: weights[category],
        reason: `${MEANING[category]} (${category}).`,
        detail: { ...start, category, judgeReason: reason, repairs },
      }
    },
  })
}

function checkedWeights(weights: FactualityWeights): Partial<Record<FactualCategory, number>> {
  const checked: Partial<Record<FactualCategory, number>> = {}
  for (const [name, weight] of Object.entries(weights)) {
    const category = factualCategories.find((known) => known === name)
    if (category === undefined)
      throw optionFault(NAME, `there is no category ${JSON.stringify(name)}; there are ${factualCategories.join(', ')}`)
    if (weight === undefined) continue
    if (!(typeof weight === 'number' && weight >= 0 && weight <= 1))
      throw optionFault(NAME, `the weight of ${name} is ${String(weight)}; it must be in [0, 1]`)
    checked[category] = weight
  }
  return checked
}
