// Writes the JSON Schema that editors read, from the schema that the command checks with.
import { writeFileSync } from 'node:fs'
import { configJsonSchema } from '../src/settings/config-json-schema.ts'
import { evalTable } from '../src/settings/eval-table.ts'
import { createCatalog } from '@assay/catalog'

writeFileSync(new URL('../schema/assay.config.schema.json', import.meta.url), configJsonSchema(await evalTable(createCatalog())))
