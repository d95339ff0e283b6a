import { stringify } from 'yaml'

/** A plain value as YAML that reads back as the same value. */
export function yamlText(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
