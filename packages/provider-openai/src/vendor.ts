import { AssayError } from '@assay/core'
import { environmentVariable } from '@assay/provider-kit'
import { type Preset, type PresetName, presets } from './presets.ts'

/** Who is asked: where that is, and where its key stands. */
export type Vendor = {
  readonly name: string
  /** May hold `{NAME}` of an environment variable. */
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

/** Any name but that of a preset is OpenAI's own. */
export function vendorNamed(name: string | undefined): Vendor {
  return VENDORS.get(name ?? '') ?? OPENAI
}

/** @throws AssayError `config` for a name that code without types may hold. */
export function vendorOfPreset(preset: PresetName | undefined): Vendor {
  if (preset === undefined || VENDORS.has(preset)) return vendorNamed(preset)
  throw new AssayError({
    kind: 'config',
    provider: 'openai',
    message: `preset is ${JSON.stringify(preset)}; it must be one of ${presets.map(({ name }) => name).join(', ')}.`,
  })
}

/**
 * Its own address.
 * @throws AssayError `config` where that needs a variable which is not set, or holds what no name of a host does.
 */
export function addressOf({ name, baseURL, baseURLVariable }: Vendor): string {
  return baseURL.replace(/\{(\w+)\}/g, (_whole, variable: string) => {
    const value = environmentVariable(variable) ?? ''
    // Anything else could lead to another host.
    if (/^[a-z0-9-]+$/i.test(value)) return value
    const fault = value === '' ? 'is not set' : 'holds what is no part of an address'
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
