import {
  answerRelevancy,
  claimUtilization,
  contextEntityRecall,
  contextPrecision,
  contextRelevance,
  evaluate,
  factualCorrectness,
  factuality,
  faithfulness,
  hallucination,
  type LLMAdapter,
  llmRubric,
  noiseSensitivity,
  selfKnowledge,
  unknownUsage,
} from 'assay'

const OSLO = 'Oslo is the capital of Norway.'

/** A value of a schema: one item in each list, the first of several choices, "yes" wherever that is asked. */
function anyOf(schema: unknown, key = ''): unknown {
  const { type, properties, items, enum: choices } = schema as Record<string, never>
  if (choices !== undefined) return (choices as unknown[])[0] ?? null
  if (type === 'object') return Object.fromEntries(Object.entries(properties ?? {}).map(([name, of]) => [name, anyOf(of, name)]))
  if (type === 'array') return [anyOf(items, key)]
  if (type === 'boolean') return key !== 'declines'
  if (type === 'number' || type === 'integer') return 1
  return { claim: 'c1', passage: 'k1' }[key] ?? OSLO
}

const judge: LLMAdapter = {
  specificationVersion: 'v1',
  provider: 'here',
  modelId: 'm',
  capabilities: { structuredOutput: 'native', temperature: true, seed: true },
  fingerprint: { model: 'm' },
  doGenerate: async ({ output }) => ({ text: JSON.stringify(anyOf(output?.schema)), finishReason: 'stop', usage: unknownUsage() }),
}

const metrics = [
  faithfulness({ judge }),
  factualCorrectness({ judge }),
  factualCorrectness({ judge, mode: 'precision' }),
  factualCorrectness({ judge, mode: 'recall' }),
  contextPrecision({ judge }),
  contextRelevance({ judge }),
  answerRelevancy({ judge }),
  contextEntityRecall({ judge }),
  hallucination({ judge }),
  selfKnowledge({ judge }),
  noiseSensitivity({ judge }),
  noiseSensitivity({ judge, mode: 'irrelevant' }),
  claimUtilization({ judge }),
  factuality({ judge }),
  llmRubric({ judge, rubric: 'It names a city.' }),
]

async function main(): Promise<void> {
  const sample = { userInput: 'What is Oslo?', response: OSLO, reference: OSLO, retrievedContexts: [OSLO] }
  const result = await evaluate({ data: [sample], metrics }).result()
  console.log(JSON.stringify(Object.fromEntries(Object.entries(result.metrics).map(([name, { mean }]) => [name, mean]))))
}
void main()
