import type { JsonObject } from '@assay/core'
import * as z from 'zod'
import type { OptionTable } from './option.ts'

const fields = (due: string) => z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), due)

/** Parameters that several vendors have for their models. A provider accepts those that its API knows. */
export const modelOptions = {
  temperature: { schema: z.number().min(0), help: 'of the model; the metric chooses one where the model takes it', flag: false },
  seed: { schema: z.int(), help: 'of the first draw; further draws count on from it', flag: false },
  maxOutputTokens: { schema: z.int().min(1), help: 'the most tokens that a reply may take', flag: false },
  extraBody: { schema: fields('a map of fields'), help: 'other fields of the request body', flag: false },
  capabilities: { schema: fields('a map of capabilities'), help: 'what the model accepts, if its name does not show it', flag: false },
} as const satisfies OptionTable
