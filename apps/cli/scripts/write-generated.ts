// Writes what is made from the table of settings: the JSON Schema that editors read, and the table in docs/configuration.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { createCatalog } from '@assay/catalog'
import { configJsonSchema } from '../src/settings/config-json-schema.ts'
import { evalTable } from '../src/settings/eval-table.ts'
import { withSettingsTable } from './settings-table.ts'

const table = await evalTable(createCatalog())
const page = new URL('../../../docs/configuration.md', import.meta.url)
writeFileSync(new URL('../schema/assay.config.schema.json', import.meta.url), configJsonSchema(table))
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8'), table))
