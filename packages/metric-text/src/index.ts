export { contains, type ContainsOptions, icontains } from './contains.ts'
export {
  containsAll,
  containsAny,
  type ContainsDetail,
  type ContainsSeveralOptions,
  icontainsAll,
  icontainsAny,
} from './contains-several.ts'
export { equals, type EqualsOptions } from './equals.ts'
export { containsJson, isJson, type JsonDetail, type JsonOptions } from './is-json.ts'
export { jsonSchema, type SchemaCheck } from './json-schema.ts'
export { regex, type RegexOptions } from './regex.ts'
export { startsWith, type StartsWithOptions } from './starts-with.ts'
export type { TextMetricOptions, ValueDetail } from './text-metric.ts'
export type { TextValue } from './text-values.ts'
export { withinEdits, type WithinEditsDetail, type WithinEditsOptions } from './within-edits.ts'
