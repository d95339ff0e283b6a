import { type OptionTable, type OptionSpec, optionKind } from '@assay/options'
import * as z from 'zod'
import type { EvalTable } from './eval-table.ts'

/** The JSON Schema of a configuration file, as text: every setting that a file may hold, and the options of every metric and provider. */
export function configJsonSchema(table: EvalTable): string {
  const settings = Object.entries(table.settings).flatMap(([name, spec]) =>
    spec.inFiles === false ? [] : [[name, described(fileSchemaOf(name, spec, table), spec)] as const],
  )
  const config = z
    .strictObject({ $schema: z.string().optional().describe('Where this schema is, for editors.'), ...Object.fromEntries(settings) })
    .describe('Configuration of the assay command.')
  const schema = z.toJSONSchema(config, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify({ title: 'Assay configuration', ...schema }, null, 2)}\n`
}

/** The values that a file can hold for a setting: no objects and functions of code, and references for amounts. */
function fileSchemaOf(name: string, spec: OptionSpec, table: EvalTable): z.ZodType {
  if (name === 'judge') return judgeSchema(table)
  if (name === 'metrics') return z.array(z.union([z.string().min(1), metricSchema(table)]))
  if (name === 'columns') return z.record(z.string(), z.string().min(1))
  if (name === 'register') return z.union([z.string().min(1), z.array(z.string().min(1))])
  return spec.holds === 'cost' ? z.union([schemaOf(spec), z.string().regex(/^\$\{\w+\}$/)]) : schemaOf(spec)
}

function judgeSchema({ providers }: EvalTable): z.ZodType {
  const named = { id: z.string().min(1).optional(), provider: z.string().min(1).optional(), model: z.string().min(1).optional() }
  const options = z.strictObject({ ...named, ...mergedOptions(providers.map((entry) => ({ of: entry.name, options: entry.options }))) })
  return z.union([z.string().min(1), options.describe('A judge with its server and parameters.')])
}

function metricSchema(table: EvalTable): z.ZodType {
  const named = { type: z.string().min(1).describe('As in context-recall, or recall@5.'), name: z.string().min(1).optional() }
  const options = mergedOptions(table.metrics.map(({ type, options: own }) => ({ of: type, options: own })))
  return z.strictObject({ ...named, judge: judgeSchema(table).optional(), ...options }).describe('A metric with its options.')
}

/** An option shared by several entries is listed once; if they accept different values, with all of them. */
function mergedOptions(owners: readonly { readonly of: string; readonly options: OptionTable }[]): Record<string, z.ZodType> {
  const byName = new Map<string, { readonly specs: Set<OptionSpec>; readonly owners: string[] }>()
  for (const { of, options } of owners) {
    for (const [name, spec] of Object.entries(options)) {
      const known = byName.get(name) ?? { specs: new Set(), owners: [] }
      byName.set(name, { specs: known.specs.add(spec), owners: [...known.owners, of] })
    }
  }
  return Object.fromEntries(
    Array.from(byName, ([name, { specs, owners: named }]) => {
      const schemas = Array.from(specs, schemaOf)
      const [first = z.unknown(), ...more] = schemas
      const [spec] = specs
      const help = `Of ${ownersText(named)}: ${spec?.help ?? ''}.`
      return [name, z.optional(more.length === 0 ? first : z.union([first, ...more])).describe(help)]
    }),
  )
}

/** A few by name; the presets of one adapter all have the same. */
function ownersText(owners: readonly string[]): string {
  const shown = owners.slice(0, 5).join(', ')
  return owners.length <= 5 ? shown : `${shown} and ${owners.length - 5} others`
}

function described(schema: z.ZodType, spec: OptionSpec): z.ZodType {
  const preset = spec.default === undefined ? '' : ` (default ${JSON.stringify(spec.default)})`
  const help = optionKind(spec.schema) === 'switch' && spec.default === true ? `false: ${spec.help}` : spec.help
  return z.optional(schema).describe(`${help}${preset}`)
}

/** Zod has the same objects behind both of its interfaces; what composes them is typed for one. */
function schemaOf({ schema }: OptionSpec): z.ZodType {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- composed and printed only
  return schema as z.ZodType
}
