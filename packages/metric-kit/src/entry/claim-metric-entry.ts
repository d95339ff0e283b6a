import type { AnyMetric } from '@assay/core'
import { defineMetricEntry, type MetricEntry, type OptionTable, type OptionValues } from '@assay/options'
import type { ClaimOptions } from '../claim-steps.ts'
import { unusedBeside, judgeOptions, neededJudge, strategyOption } from './judge-options.ts'
import { rebuiltSteps } from './rebuilt-steps.ts'

/** The entry of a metric that uses claims and verdicts, with its own options beside the common ones. */
export function claimMetricEntry<const Table extends OptionTable>(o: {
  readonly type: string
  readonly aliases?: readonly string[]
  readonly options?: Table
  /** Loads its parts. */
  readonly factory: () => Promise<(options: ClaimOptions & OptionValues<Table>) => AnyMetric>
}): MetricEntry {
  const { type, aliases, factory } = o
  const own: OptionTable = o.options ?? {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is called with options that the table of the entry has checked
  const make = factory as unknown as () => Promise<(options: object) => AnyMetric>
  return defineMetricEntry({
    kind: 'metric',
    type,
    ...(aliases === undefined ? {} : { aliases }),
    needsJudge: true,
    options: { strategy: strategyOption(['batched', 'per-claim']), ...judgeOptions, ...own },
    unused: (_options, judge) => ({
      ...unusedBeside(judge, ['strategy', 'requireQuote', 'minQuote', 'grouping']),
      ...(judge !== undefined && 'verify' in judge && judge.kind === 'screen' ? unusedBeside(judge, ['votes']) : {}),
    }),
    create: async (options, { judge }) => (await make())({ judge: neededJudge(judge, type.replaceAll('-', '_')), ...options }),
    rebuild: (config, { adapterFrom }) =>
      Object.hasOwn(config, 'extractor')
        ? Promise.all([make(), rebuiltSteps(config, own, adapterFrom)]).then(([made, steps]) => made(steps))
        : undefined,
  })
}
