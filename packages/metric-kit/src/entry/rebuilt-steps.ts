import type { MetricConfig } from '@assay/core'
import type { ClaimExtractor, ClaimVerifier } from '@assay/judge'
import type { OptionTable } from '@assay/options'
import * as z from 'zod'
import { extractorConfig, extractorFrom } from './extractor-config.ts'
import { readConfig } from './read-config.ts'
import { type AdapterFrom, verifierConfig, verifierFrom } from './verifier-config.ts'

/** What a metric says of itself, made again: its steps and its own options. */
export type RebuiltSteps = {
  readonly extractor?: ClaimExtractor
  readonly verifier: ClaimVerifier
  readonly [option: string]: unknown
}

const steps = {
  type: z.string(),
  name: z.string().min(1).optional(),
  extractor: extractorConfig.optional(),
  verifier: verifierConfig,
}

/** @throws AssayError `config` for what a metric does not say of itself, or a judge that cannot be made here. */
export async function rebuiltSteps(config: MetricConfig, own: OptionTable, adapterFrom: AdapterFrom): Promise<RebuiltSteps> {
  const options = Object.fromEntries(
    Object.entries(own).map(([name, { schema }]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod has the same objects behind both of its interfaces
      return [name, z.optional(schema as z.ZodType)] as const
    }),
  )
  const { type: _type, extractor, verifier, ...rest } = readConfig(config, z.strictObject({ ...options, ...steps }))
  return {
    ...rest,
    ...(extractor === undefined ? {} : { extractor: await extractorFrom(extractor, adapterFrom) }),
    verifier: await verifierFrom(verifier, adapterFrom),
  }
}
