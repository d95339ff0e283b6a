export const configFormats = ['yaml', 'json', 'ts'] as const
export type ConfigFormat = (typeof configFormats)[number]

export type InitialConfig = {
  readonly data: string
  /** The path of the schema for editors, from the configuration's folder. */
  readonly schema: string | undefined
  readonly metric: string
  /** Set if the metric needs a judge. */
  readonly judge: string | undefined
}

/** A first configuration for people to extend. */
export function configText(format: ConfigFormat, { data, schema, metric, judge }: InitialConfig): string {
  const config = { data, ...(judge === undefined ? {} : { judge }), metrics: [metric] }
  switch (format) {
    case 'yaml':
      // A JSON string is always a YAML string.
      return `${schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`}data: ${yamlText(data)}
# Where your columns have other names:
# columns: { reference: gold.answer }
${judge === undefined ? '' : `judge: ${yamlText(judge)}\n`}metrics:
  - ${yamlText(metric)}
`
    case 'json':
      return `${JSON.stringify({ ...(schema === undefined ? {} : { $schema: schema }), ...config }, null, 2)}\n`
    case 'ts':
      return `import type { AssayConfig } from 'assay'

export default {
${Object.entries(config)
  .map(([name, value]) => `  ${name}: ${typeof value === 'string' ? tsText(value) : `[${value.map(tsText).join(', ')}]`},`)
  .join('\n')}
} satisfies AssayConfig
`
    default:
      return format satisfies never
  }
}

function yamlText(text: string): string {
  return /^[a-z][\w./-]*(?::[\w./-]+)*$/i.test(text) ? text : JSON.stringify(text)
}

function tsText(text: string): string {
  return /^[^'\\\n\r\u2028\u2029]*$/.test(text) ? `'${text}'` : JSON.stringify(text)
}
