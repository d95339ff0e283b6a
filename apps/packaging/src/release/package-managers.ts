import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ran, run, runWell } from '../run.ts'
import { PNPM } from '../workspace.ts'
import { YARN } from './tools.ts'

/** A project of a user's, whose packages one package manager installs. */
export type PackageManager = {
  readonly name: string
  /** Installs what package.json names. @throws Error with what it printed. */
  readonly install: (project: Project) => Promise<void>
  /** Runs a command of an installed package, as its users do: `npx assay …`. */
  readonly exec: (project: Project, args: readonly string[]) => Promise<Ran>
  /** Runs a script of the user's with node. */
  readonly node: (project: Project, args: readonly string[]) => Promise<Ran>
}

export type Project = { readonly folder: string; readonly registry: string; readonly env?: Record<string, string> }

/** Installs what package.json names, by npm. @throws Error with what it printed. */
export async function installByNpm({ folder: cwd, registry }: Project): Promise<void> {
  await runWell('npm', ['install', `--registry=${registry}`, '--no-audit', '--no-fund'], { cwd })
}

const npm: PackageManager = {
  name: 'npm',
  install: installByNpm,
  exec: ({ folder: cwd, env = {} }, args) => run('npx', ['--no-install', ...args], { cwd, env }),
  node: ({ folder: cwd, env = {} }, args) => run('node', args, { cwd, env }),
}

const pnpm: PackageManager = {
  name: 'pnpm',
  install: async ({ folder: cwd, registry }) => {
    await runWell(PNPM, ['install', `--registry=${registry}`, '--store-dir=.store', '--loglevel=error'], { cwd })
  },
  exec: ({ folder: cwd, env = {} }, args) => run(PNPM, ['exec', ...args], { cwd, env }),
  node: npm.node,
}

function yarn(linker: 'node-modules' | 'pnp'): PackageManager {
  return {
    name: `Yarn 4, ${linker}`,
    install: async ({ folder: cwd, registry }) => {
      const settings = {
        nodeLinker: linker,
        npmRegistryServer: registry,
        unsafeHttpWhitelist: ['127.0.0.1'],
        enableTelemetry: false,
        enableGlobalCache: false,
      }
      // JSON is YAML.
      writeFileSync(join(cwd, '.yarnrc.yml'), JSON.stringify(settings))
      writeFileSync(join(cwd, 'yarn.lock'), '')
      await runWell('node', [YARN, 'install'], { cwd, env: { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' } })
    },
    exec: ({ folder: cwd, env = {} }, args) => run('node', [YARN, ...args], { cwd, env }),
    node: ({ folder: cwd, env = {} }, args) => run('node', [YARN, 'node', ...args], { cwd, env }),
  }
}

export const packageManagers: readonly PackageManager[] = [npm, pnpm, yarn('node-modules'), yarn('pnp')]

/** A folder with a package.json that names these packages. */
export function writeProject(folder: string, dependencies: Readonly<Record<string, string>>, more: object = {}): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'app', version: '7.7.7', private: true, dependencies, ...more }))
}
