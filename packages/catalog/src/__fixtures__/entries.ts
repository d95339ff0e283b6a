import { defineMetric } from '@assay/core'
import { defineMetricEntry, defineProviderEntry, defineSimilarityEntry } from '@assay/options'
import * as z from 'zod'
import { judge } from './yours.ts'

export const metric = defineMetricEntry({
  type: 'always',
  options: { value: { schema: z.number(), help: 'what it gives', isRequired: true } },
  create: async ({ value, name = 'always' }) => defineMetric({ name, needs: [], options: { value }, score: () => value }),
})

export const others = [
  defineSimilarityEntry({ name: 'never', create: async () => () => 0 }),
  defineProviderEntry({ name: 'agrees', example: 'agrees:m', options: {}, judge: async () => judge as never }),
]
