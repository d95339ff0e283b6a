import { AssayError } from '@assay/core'
import type { JudgeEntry } from './catalog.ts'
import { recordedJudge } from './recorded-judge.ts'

const CONNECTION = ['baseURL', 'apiKey', 'headers']
const OPENAI = ['temperature', 'seed', 'maxOutputTokens', 'reasoningEffort', 'extraBody', 'api', 'capabilities']

export const builtInJudges: readonly JudgeEntry[] = [
  {
    kind: 'judge',
    name: 'openai',
    keyVariable: 'OPENAI_API_KEY',
    options: [...CONNECTION, ...OPENAI],
    create: async (model, options, _folder, connection) => {
      const { createOpenAI, openai } = await import('@assay/provider-openai')
      return (connection === undefined ? openai : createOpenAI(connection))(modelOf('openai', model, 'gpt-5-mini'), options)
    },
  },
  {
    kind: 'judge',
    name: 'azure',
    options: [...CONNECTION, 'apiVersion', ...OPENAI],
    create: async (deployment, options, _folder, { baseURL: endpoint, apiKey, ...connection } = {}) => {
      const { createAzureOpenAI } = await import('@assay/provider-openai')
      if (apiKey === null) {
        throw new AssayError({ kind: 'config', message: 'The judge "azure" at an address of your own needs its apiKey beside it.' })
      }
      return createAzureOpenAI({ endpoint, apiKey, ...connection })(modelOf('azure', deployment, 'my-deployment'), options)
    },
  },
  {
    kind: 'judge',
    name: 'anthropic',
    keyVariable: 'ANTHROPIC_API_KEY',
    options: [...CONNECTION, 'temperature', 'maxOutputTokens', 'thinking', 'extraBody', 'capabilities'],
    create: async (model, options, _folder, connection) => {
      const { anthropic, createAnthropic } = await import('@assay/provider-anthropic')
      // Without a key of its own a server of one's own gets no token of the environment either.
      const create =
        connection === undefined ? anthropic : createAnthropic(connection.apiKey === null ? { ...connection, authToken: null } : connection)
      return create(modelOf('anthropic', model, 'claude-sonnet-5-5'), options)
    },
  },
  {
    kind: 'judge',
    name: 'ollama',
    options: [...CONNECTION, 'temperature', 'seed', 'maxOutputTokens', 'numCtx', 'keepAlive', 'think', 'options', 'capabilities'],
    create: async (model, options, _folder, connection) => {
      const { createOllama, ollama } = await import('@assay/provider-ollama')
      return (connection === undefined ? ollama : createOllama(connection))(modelOf('ollama', model, 'qwen3:8b'), options)
    },
  },
  { kind: 'judge', name: 'recorded', options: [], create: (file, _options, folder = process.cwd()) => recordedJudge(file, folder) },
  {
    kind: 'judge',
    name: 'lexical',
    options: [],
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
