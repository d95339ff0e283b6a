import { defineProviderEntry, type ProviderEntry } from '@assay/options'

export const entries: readonly ProviderEntry[] = [
  defineProviderEntry({
    kind: 'provider',
    name: 'recorded',
    title: 'replies in a file',
    note: 'What `record()` or `assay store export` wrote. No model is called.',
    example: 'recorded:judge.jsonl',
    which: 'file',
    options: {},
    judge: async (file, _options, { folder }) => (await import('./recorded-judge.ts')).recordedJudge(file, folder),
  }),
]
