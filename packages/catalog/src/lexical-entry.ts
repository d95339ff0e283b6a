import { defineProviderEntry } from '@assay/options'

/** The lexical screen, which needs no model. */
export const lexicalEntry = defineProviderEntry({
  kind: 'provider',
  name: 'lexical',
  title: 'no model at all',
  note: 'A screen by words and numbers, without a model.',
  example: 'lexical',
  which: 'none',
  options: {},
  judge: async () => (await import('@assay/judge')).lexicalScreen(),
})
