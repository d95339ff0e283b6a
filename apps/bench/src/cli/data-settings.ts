import { columnsOf } from '@assay/command-kit'
import { defineSettings } from '@assay/options'
import * as z from 'zod'

/** How a command reads its data files. */
export const dataSettings = defineSettings({
  columns: {
    group: 'Options',
    schema: z.record(z.string(), z.string()),
    value: '<field=column>',
    help: 'which column holds a field, as in assay eval; repeatable',
    formerNames: ['column'],
    isRepeatable: true,
    readTexts: columnsOf,
  },
  delimiter: {
    group: 'Options',
    schema: z.string().min(1),
    value: '<char>',
    help: 'the separator of CSV cells (default: from the first line)',
  },
})
