import { entries as composites } from '@assay/metric-composite/entry'
import { entries as idMetrics } from '@assay/metric-id-recall/entry'
import { entries as answerMetrics } from '@assay/metric-llm-answer/entry'
import { entries as contextMetrics } from '@assay/metric-llm-context/entry'
import { entries as llmMetrics } from '@assay/metric-llm-recall/entry'
import { entries as nonLlmMetrics } from '@assay/metric-non-llm-recall/entry'
import { entries as textMetrics } from '@assay/metric-text/entry'
import { entries as aiSdk } from '@assay/provider-ai-sdk/entry'
import { entries as anthropic } from '@assay/provider-anthropic/entry'
import { entries as ollama } from '@assay/provider-ollama/entry'
import { entries as openai, presetEntries as presets } from '@assay/provider-openai/entry'
import { entries as recorded } from '@assay/provider-recorded/entry'
import { entries as similarities } from '@assay/similarity/entry'
import type { Entry } from './entry.ts'
import { lexicalEntry } from './lexical-entry.ts'

/** The entries that need no registration, in the order in which they are listed. Each package with entries has a line here. */
export const builtInEntries: readonly Entry[] = [
  ...llmMetrics,
  ...contextMetrics,
  ...answerMetrics,
  ...nonLlmMetrics,
  ...idMetrics,
  ...textMetrics,
  ...composites,
  ...openai,
  ...anthropic,
  ...ollama,
  ...presets,
  ...aiSdk,
  ...recorded,
  lexicalEntry,
  ...similarities,
]
