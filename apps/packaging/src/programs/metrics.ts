import {
  averagePrecision,
  contextRecall,
  evaluate,
  fBeta,
  firstScored,
  hitAtK,
  idBasedContextPrecision,
  idBasedContextRecall,
  lexicalScreen,
  mapSample,
  ndcgAtK,
  nonLlmAveragePrecisionRetrieved,
  nonLlmContextPrecision,
  nonLlmContextRecall,
  precisionAtK,
  recallAtK,
  reciprocalRank,
  weightedMean,
} from 'assay'

const metrics = [
  contextRecall({ judge: lexicalScreen() }),
  nonLlmContextRecall(),
  nonLlmContextPrecision(),
  nonLlmAveragePrecisionRetrieved(),
  idBasedContextRecall(),
  idBasedContextPrecision(),
  recallAtK({ k: 5 }),
  precisionAtK({ k: 5 }),
  hitAtK({ k: 5 }),
  reciprocalRank(),
  ndcgAtK({ k: 5 }),
  averagePrecision(),
  averagePrecision({ of: 'retrieved' }),
  firstScored(idBasedContextRecall(), nonLlmContextRecall()),
  weightedMean([[idBasedContextRecall(), 1]]),
  fBeta(idBasedContextRecall(), idBasedContextPrecision()),
  mapSample(idBasedContextRecall(), (sample) => sample, { name: 'mapped' }),
]
const sample = {
  reference: 'Oslo is the capital of Norway.',
  retrievedContexts: ['Oslo is the capital of Norway.'],
  referenceContexts: ['Oslo is the capital of Norway.'],
  retrievedContextIds: ['a'],
  referenceContextIds: ['a'],
}

async function main(): Promise<void> {
  const result = await evaluate({ data: [sample], metrics }).result()
  console.log(JSON.stringify(Object.fromEntries(Object.entries(result.metrics).map(([name, { mean }]) => [name, mean]))))
}
void main()
