export { checkOption, checkOptions, type OptionPlace, takesValue } from './check-option.ts'
export { closestIssues, type ConfigIssue, issueText, valueAt } from './issue-text.ts'
export { connectionOptions } from './connection-options.ts'
export { dueText } from './due-text.ts'
export { embeddingOptions } from './embedding-options.ts'
export { defineMetricEntry, type MetricEntry, type MetricSurroundings, refuseUnusedOptions } from './metric-entry.ts'
export { dashed, flagOf, type OptionSpec, type OptionTable, type OptionValues, type TextRole } from './option.ts'
export { modelOptions } from './model-options.ts'
export { choicesOf, optionKind, type OptionKind } from './option-kind.ts'
export { defineProviderEntry, type EmbeddingOptions, type Judge, type ProviderEntry, type ProviderSurroundings } from './provider-entry.ts'
export { readTexts } from './read-texts.ts'
export {
  defineSettings,
  unusedWithoutModels,
  type SettingSpec,
  type SettingsRun,
  type SettingTable,
  type SettingValues,
} from './setting.ts'
export { defineSimilarityEntry, type SimilarityEntry, type SimilaritySurroundings } from './similarity-entry.ts'
