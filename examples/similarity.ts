import { containment, nonLlmContextRecall } from 'assay'

const sample = {
  referenceContexts: ['Oslo is the capital of Norway.', 'The Oslo tramway opened in 1875.'],
  retrievedContexts: ['Norway lies in the north. Oslo is the capital of Norway. Its people speak Norwegian.'],
}
const sameStart = (reference: string, retrieved: string) => (reference.slice(0, 4) === retrieved.slice(0, 4) ? 1 : 0)
for (const similarity of [undefined, containment, sameStart]) {
  console.log((await nonLlmContextRecall({ similarity, threshold: 0.5 }).score(sample)).value)
}
//> 0
//> 0.5
//> 0
