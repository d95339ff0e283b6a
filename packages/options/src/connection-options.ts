import * as z from 'zod'
import type { OptionTable } from './option.ts'

/** The address and credentials of a server: the same for every provider with a server. None of it is ever stored. */
export const connectionOptions = {
  baseURL: {
    schema: z.string().min(1),
    help: 'where the server is; ${NAME} stands for an environment variable',
    flag: false,
    holds: 'reference',
  },
  apiKey: {
    schema: z.union([z.string(), z.null()]),
    help: '${NAME} of an environment variable that holds the key; null sends none',
    flag: false,
    holds: 'key',
  },
  headers: {
    schema: z.record(z.string(), z.string()),
    help: 'sent with each request; ${NAME} stands for an environment variable',
    flag: false,
    holds: 'reference',
  },
} as const satisfies OptionTable
