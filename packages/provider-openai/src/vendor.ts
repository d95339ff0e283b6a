import { AssayError } from '@assay/core'
import { environmentVariable } from '@assay/provider-kit'
import { type Preset, type PresetName, presets } from './presets.ts'

/** A service: its address, its key variables and its names of parameters. */
export type Vendor = {
  readonly name: string
  /** May contain the `{NAME}` of an environment variable. */
  readonly baseURL: string
  readonly baseURLVariable: string
  readonly keyVariables: readonly [string, ...string[]]
  readonly isPreset: boolean
  readonly maxTokensParameter: 'max_completion_tokens' | 'max_tokens'
  readonly seedParameter: 'seed' | 'random_seed'
}

const OPENAI: Vendor = {
  name: 'openai',
  baseURL: 'https://api.openai.com/v1',
  baseURLVariable: 'OPENAI_BASE_URL',
  keyVariables: ['OPENAI_API_KEY'],
  isPreset: false,
  maxTokensParameter: 'max_completion_tokens',
  seedParameter: 'seed',
}

const VENDORS: ReadonlyMap<string, Vendor> = new Map(presets.map((preset) => [preset.name, vendorOf(preset)]))

/** The preset of that name, else OpenAI. */
export function vendorNamed(name: string | undefined): Vendor {
  return VENDORS.get(name ?? '') ?? OPENAI
}

/** @throws AssayError `config` for an unknown name, which untyped code may pass. */
export function vendorOfPreset(preset: PresetName | undefined): Vendor {
  if (preset === undefined || VENDORS.has(preset)) return vendorNamed(preset)
  throw new AssayError({
    kind: 'config',
    provider: 'openai',
    message: `preset is ${JSON.stringify(preset)}; it must be one of ${presets.map(({ name }) => name).join(', ')}.`,
  })
}

/**
 * The address of a vendor.
 * @throws AssayError `config` if a variable in the address is not set, or its value is not valid in a host name.
 */
export function addressOf({ name, baseURL, baseURLVariable }: Vendor): string {
  return baseURL.replace(/\{(\w+)\}/g, (_whole, variable: string) => {
    const value = environmentVariable(variable) ?? ''
    // Any other character could change the host.
    if (/^[a-z0-9-]+$/i.test(value)) return value
    const fault = value === '' ? 'is not set' : 'holds a value that is not valid in an address'
    throw new AssayError({
      kind: 'config',
      provider: name,
      message: `${variable} ${fault}, and the address of ${name} needs it. Set it, or set ${baseURLVariable} to the whole address.`,
    })
  })
}

function vendorOf({ name, baseURL, keyVariables, ...preset }: Preset): Vendor {
  return {
    name,
    baseURL,
    keyVariables,
    isPreset: true,
    baseURLVariable: preset.baseURLVariable ?? keyVariables[0].replace(/(?:_API_KEY|_TOKEN)$/, '_BASE_URL'),
    maxTokensParameter: preset.maxTokensParameter ?? 'max_tokens',
    seedParameter: preset.seedParameter ?? 'seed',
  }
}
