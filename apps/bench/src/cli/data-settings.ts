import { columnsOf } from '@assay/command-kit'
import { defineSettings } from '@assay/options'
import * as z from 'zod'

/** How a command reads its files of data. */
export const dataSettings = defineSettings({
  columns: {
    group: 'Options',
    schema: z.record(z.string(), z.string()),
    value: '<field=column>',
    help: 'where a field stands, as in assay eval; repeatable',
    formerNames: ['column'],
    isRepeatable: true,
    readTexts: columnsOf,
  },
  delimiter: {
    group: 'Options',
    schema: z.string().min(1),
    value: '<char>',
    help: 'what separates the cells of CSV, where its first line does not show it',
  },
})
