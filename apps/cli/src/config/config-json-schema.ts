import * as z from 'zod'
import { configSchema } from './config-schema.ts'

/** The JSON Schema of a configuration file, as text. */
export function configJsonSchema(): string {
  const schema = z.toJSONSchema(configSchema, { target: 'draft-7', io: 'input' })
  return `${JSON.stringify({ title: 'Assay configuration', ...schema }, null, 2)}\n`
}
