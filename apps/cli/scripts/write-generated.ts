// Writes what is made from settings and entries: the JSON Schema that editors read, and the tables in docs/configuration.md and
// docs/providers.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { createCatalog } from '@assay/catalog'
import { configJsonSchema } from '../src/settings/config-json-schema.ts'
import { evalTable } from '../src/settings/eval-table.ts'
import { withProvidersTable } from './providers-table.ts'
import { withSettingsTable } from './settings-table.ts'

const table = await evalTable(createCatalog())
const page = new URL('../../../docs/configuration.md', import.meta.url)
writeFileSync(new URL('../schema/assay.config.schema.json', import.meta.url), configJsonSchema(table))
writeFileSync(page, withSettingsTable(readFileSync(page, 'utf8'), table))
const providers = new URL('../../../docs/providers.md', import.meta.url)
writeFileSync(providers, withProvidersTable(readFileSync(providers, 'utf8'), table.providers))
