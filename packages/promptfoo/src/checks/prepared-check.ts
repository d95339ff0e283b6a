import { type AnyMetric, AssayError, type Sample } from '@assay/core'
import { type Answer, outputText, type Target } from '../answers/answer.ts'
import { contextsBy } from '../assertions/contexts-by.ts'
import type { OwnAssertion } from '../assertions/interpret.ts'
import type { BuiltKind } from '../assertions/kind.ts'
import { shortened, type Transform } from '../reading/transform.ts'
import type { TestCase } from '../tests/test-case.ts'
import { preparedMetric } from './prepared-metric.ts'
import { withoutVariable } from './without-variable.ts'

type CheckContext = {
  readonly test: TestCase
  readonly sample: Sample
  readonly target: (Target & { readonly joined: () => void }) | undefined
  /** Whether the target is called even if the assertion does not need it. */
  readonly generate: boolean
}

/** The metric of an assertion, with the answer, the contexts and the reference that it reads. */
export function preparedCheck(
  own: OwnAssertion,
  { metric, reference }: BuiltKind,
  { test, sample, target, generate }: CheckContext,
): AnyMetric {
  const { kind, contextTransform } = own
  if (kind.readsContext && contextTransform === undefined && sample.retrievedContexts === undefined)
    return withoutVariable(metric, 'context')
  const question = sample.userInput ?? (kind.question?.orPrompt === true ? target?.prompt : undefined)
  if (kind.question?.isNeeded === true && question === undefined) return withoutVariable(metric, 'query')
  const answers = target !== undefined && (generate || callsTarget(own, target)) ? target : undefined
  const isOfSample = reference === undefined || reference === sample.reference
  const hasQuestion = kind.question === undefined || question === sample.userInput
  if (answers === undefined && isOfSample && hasQuestion && contextTransform === undefined && !transforms(own)) return metric
  answers?.joined()
  return preparedMetric(metric, {
    rests: answers?.rests,
    prepare: async (given, runtime) => {
      const answer = answers === undefined ? ownAnswer(test) : await answers.answer(runtime)
      return {
        ...given,
        ...(reference === undefined ? {} : { reference }),
        ...(hasQuestion ? {} : { userInput: question }),
        ...(answer === undefined || !(kind.readsOutput || generate) ? {} : { response: await responseOf(own, answer, test) }),
        ...(contextTransform === undefined ? {} : { retrievedContexts: await contextsBy(contextTransform, answer, test) }),
      }
    },
  })
}

/** Models give no metadata, so they are not called for it. */
function callsTarget({ needs }: OwnAssertion, { givesMetadata }: Target): boolean {
  return needs === 'output' || (needs === 'metadata' && givesMetadata)
}

function transforms({ kind, transforms: { ofTest, own } }: OwnAssertion): boolean {
  return kind.readsOutput && (ofTest !== undefined || own !== undefined)
}

/** The answer that a test provides itself. */
function ownAnswer({ providerOutput }: TestCase): Answer | undefined {
  return providerOutput === undefined || providerOutput === null ? undefined : { output: providerOutput }
}

async function responseOf({ transforms: { ofTest, own } }: OwnAssertion, answer: Answer, { vars }: TestCase): Promise<string> {
  let { output } = answer
  if (answer.isMadeUp !== true) {
    for (const transform of [answer.isTransformed === true ? undefined : ofTest, own]) {
      if (transform !== undefined) output = found(transform, await transform.apply({ output, vars, metadata: answer.metadata }))
    }
  }
  return outputText(output)
}

function found(transform: Transform, output: unknown): unknown {
  if (output !== undefined && output !== null) return output
  throw new AssayError({ kind: 'data', message: `the transform ${shortened(transform.written)} found nothing in the answer.` })
}
