// Writes the JSON Schema that editors read, from the schema that the command checks with.
import { writeFileSync } from 'node:fs'
import { configJsonSchema } from '../src/config/config-json-schema.ts'

writeFileSync(new URL('../schema/assay.config.schema.json', import.meta.url), configJsonSchema())
