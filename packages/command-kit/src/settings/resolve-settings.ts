export type Origin = 'command line' | 'config' | 'default'

export type Setting<T = unknown> = {
  readonly value: T
  readonly origin: Origin
  /** Of a map, whose names come from several places. */
  readonly origins?: Readonly<Record<string, Origin>>
}

export type Settings<T extends object> = { readonly [K in keyof T]?: Setting<Exclude<T[K], undefined>> }

export type SettingLayers<T extends object> = {
  readonly commandLine: Partial<T>
  readonly config: Partial<T>
  readonly defaults: Partial<T>
}

/** Maps whose names are settings of their own. All other values, lists too, are taken whole from one of the two. */
const BY_NAME: ReadonlySet<string> = new Set(['columns'])

/** The effective settings: the command line before the configuration before the defaults, and the origin of each value. */
export function resolveSettings<T extends object>({ commandLine, config, defaults }: SettingLayers<T>): Settings<T> {
  const layers: readonly (readonly [Origin, object])[] = [
    ['default', defaults],
    ['config', config],
    ['command line', commandLine],
  ]
  const settings = new Map<string, Setting>()
  for (const [origin, layer] of layers) {
    for (const [name, value] of Object.entries(layer)) {
      if (value === undefined) continue
      settings.set(name, BY_NAME.has(name) ? merged(settings.get(name), value, origin) : { value, origin })
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names and values of the layers
  return Object.fromEntries(settings) as Settings<T>
}

function merged(below: Setting | undefined, value: object, origin: Origin): Setting {
  const origins = Object.fromEntries(Object.keys(value).map((name) => [name, origin]))
  return { value: { ...asMap(below?.value), ...value }, origin, origins: { ...below?.origins, ...origins } }
}

function asMap(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}
