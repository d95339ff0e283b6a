import { AssayError } from '@assay/core'
import type { JudgeEntry } from './catalog.ts'

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
