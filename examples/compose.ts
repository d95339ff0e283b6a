import { contextRecall, evaluate, idBasedContextRecall, lexicalScreen, openai } from 'assay'

const data = [
  {
    reference: 'Oslo is the capital of Norway.',
    retrievedContexts: ['Oslo is the capital of Norway.'],
    referenceContextIds: [1, 2],
    retrievedContextIds: [1],
  },
  { reference: '', retrievedContexts: ['Bergen is wet.'], referenceContextIds: [3], retrievedContextIds: [3] },
]
const screened = contextRecall({ judge: lexicalScreen(), name: 'screened' })
const judged = contextRecall({ judge: openai('gpt-5-mini'), name: 'judged' })
const { metrics } = await evaluate({ data, metrics: [idBasedContextRecall(), screened, judged] }).result()
for (const [name, { mean, causes }] of Object.entries(metrics)) console.log(name, mean, causes)
//> id_based_context_recall 0.75 {}
//> screened 1 { empty_reference: 1 }
//> judged null { auth: 1, empty_reference: 1 }
