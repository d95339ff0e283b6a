import type { RawEvalOptions } from '../eval/asked/eval-options.ts'
import { type AppliedConfig, configuredOptions } from './configured-options.ts'
import type { LoadedConfig } from './load-config.ts'
import { type ConfigTrust, usableConfig } from './usable-config.ts'

/**
 * The command line over the configuration, for `readEvalOptions`.
 * @throws AssayError `config` where the configuration says what it may not, or `--column` names nothing.
 */
export function applyConfig(
  line: { readonly data: readonly string[]; readonly raw: RawEvalOptions },
  loaded: LoadedConfig | undefined,
  trust: ConfigTrust = {},
): AppliedConfig {
  return configuredOptions(line, loaded === undefined ? {} : usableConfig(loaded, trust))
}
