import { AssayError } from '@assay/core'
import type { JudgeEntry } from './catalog.ts'
import { recordedJudge } from './recorded-judge.ts'

export const builtInJudges: readonly JudgeEntry[] = [
  {
    kind: 'judge',
    name: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    create: async (model, options) => {
      const { openai } = await import('@assay/provider-openai')
      return openai(modelOf('openai', model, 'gpt-5-mini'), options)
    },
  },
  {
    kind: 'judge',
    name: 'azure',
    create: async (deployment, options) => {
      const { createAzureOpenAI } = await import('@assay/provider-openai')
      return createAzureOpenAI()(modelOf('azure', deployment, 'my-deployment'), options)
    },
  },
  {
    kind: 'judge',
    name: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    create: async (model, options) => {
      const { anthropic } = await import('@assay/provider-anthropic')
      return anthropic(modelOf('anthropic', model, 'claude-sonnet-5-5'), options)
    },
  },
  {
    kind: 'judge',
    name: 'ollama',
    create: async (model, options) => {
      const { ollama } = await import('@assay/provider-ollama')
      return ollama(modelOf('ollama', model, 'qwen3:8b'), options)
    },
  },
  { kind: 'judge', name: 'recorded', create: (file, _options, folder = process.cwd()) => recordedJudge(file, folder) },
  {
    kind: 'judge',
    name: 'lexical',
    create: async (model) => {
      if (model !== undefined) {
        throw new AssayError({
          kind: 'config',
          message: `The judge "lexical" takes no model, and "lexical:${model}" names one. Write: lexical`,
        })
      }
      const { lexicalScreen } = await import('@assay/judge')
      return lexicalScreen()
    },
  },
]

function modelOf(provider: string, model: string | undefined, example: string): string {
  if (model !== undefined && model !== '') return model
  throw new AssayError({ kind: 'config', message: `The judge "${provider}" needs a model, as in ${provider}:${example}` })
}
