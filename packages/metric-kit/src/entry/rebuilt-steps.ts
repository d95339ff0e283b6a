import type { MetricConfig } from '@assay/core'
import type { ClaimVerifier } from '@assay/judge'
import type { OptionTable, OptionValues } from '@assay/options'
import * as z from 'zod'
import type { ClaimSteps } from '../claim-steps.ts'
import { extractorConfig, extractorFrom } from './extractor-config.ts'
import { readConfig } from './read-config.ts'
import { type AdapterFrom, verifierConfig, verifierFrom } from './verifier-config.ts'

type Rebuilt<Steps, Table extends OptionTable> = Steps & { readonly name?: string } & OptionValues<Table>

/**
 * Creates the steps and options of a metric with an extractor and a verifier from its configuration.
 * @throws AssayError `config` for an invalid configuration, or a judge that cannot be created here.
 */
export async function rebuiltSteps<const Table extends OptionTable>(
  config: MetricConfig,
  own: Table,
  adapterFrom: AdapterFrom,
): Promise<Rebuilt<ClaimSteps, Table>> {
  const {
    type: _type,
    extractor,
    verifier,
    ...rest
  } = readConfig(config, z.strictObject({ ...optionsOf(own), ...named, extractor: extractorConfig, verifier: verifierConfig }))
  const steps = { extractor: await extractorFrom(extractor, adapterFrom), verifier: await verifierFrom(verifier, adapterFrom) }
  return together<ClaimSteps, Table>(rest, steps)
}

/** The same for a metric that splits no text. @throws AssayError `config` */
export async function rebuiltVerifier<const Table extends OptionTable>(
  config: MetricConfig,
  own: Table,
  adapterFrom: AdapterFrom,
): Promise<Rebuilt<{ readonly verifier: ClaimVerifier }, Table>> {
  const { type: _type, verifier, ...rest } = readConfig(config, z.strictObject({ ...optionsOf(own), ...named, verifier: verifierConfig }))
  return together<{ readonly verifier: ClaimVerifier }, Table>(rest, { verifier: await verifierFrom(verifier, adapterFrom) })
}

const named = { type: z.string(), name: z.string().min(1).optional() }

function optionsOf(own: OptionTable): Record<string, z.ZodType> {
  return Object.fromEntries(
    Object.entries(own).map(([name, { schema }]) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod has the same objects behind both of its interfaces
      return [name, z.optional(schema as z.ZodType)] as const
    }),
  )
}

function together<Steps extends object, Table extends OptionTable>(rest: object, steps: Steps): Rebuilt<Steps, Table> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each option was checked by the schema of its name
  return { ...rest, ...steps } as Rebuilt<Steps, Table>
}
