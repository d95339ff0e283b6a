import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Manifest, packedPackages } from '../packed-packages.ts'

export type Registry = AsyncDisposable & { readonly url: string }

/** One version of a package, and how to get its tarball. */
type Release = { readonly manifest: Manifest; readonly tarball: () => string }

/**
 * A registry on this machine: it serves our packages as they were packed, and what they depend on as pnpm installed it from the lockfile. So
 * every package manager installs as users do, without a network.
 */
export async function startRegistry(o: { readonly packed: string; readonly stores: readonly string[] }): Promise<Registry> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-registry-'))
  const releases = [
    ...packedPackages(o.packed).map(({ manifest, tarball }): Release => ({ manifest, tarball: () => tarball })),
    ...o.stores.flatMap((store) => installedReleases(store, folder)),
  ]
  const byName = Map.groupBy(releases, ({ manifest }) => manifest.name)

  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url)
    const [name = '', file] = path.slice(1).split('/-/')
    const found = byName.get(name)
    const release = found?.find(({ manifest }) => file === `${manifest.version}.tgz`)
    if (release !== undefined) response.end(readFileSync(release.tarball()))
    else if (found !== undefined && file === undefined) response.end(JSON.stringify(packument(name, found, address())))
    else response.writeHead(404).end('{}')
  })
  const address = (): string => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port, not on a pipe
    const { port } = server.address() as AddressInfo
    return `http://127.0.0.1:${port}`
  }
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: address(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function packument(name: string, releases: readonly Release[], registry: string): object {
  const versions = releases.map(({ manifest, tarball }) => {
    const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball())).digest('base64')}`
    return [manifest.version, { ...manifest, dist: { tarball: `${registry}/${name}/-/${manifest.version}.tgz`, integrity } }] as const
  })
  const numbers = versions.map(([version]) => version)
  const latest =
    numbers
      .filter((version) => !version.includes('-'))
      .sort(byNumber)
      .at(-1) ?? numbers[0]
  // Old enough for package managers that wait before they take what is new.
  const time = Object.fromEntries(['created', 'modified', ...numbers].map((version) => [version, '2025-01-01T00:00:00.000Z']))
  return { name, 'dist-tags': { latest }, versions: Object.fromEntries(versions), time }
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

/** What stands in a virtual store of pnpm; links in it lead to what stands there elsewhere. */
function installedReleases(store: string, folder: string): Release[] {
  const places = globSync(['*/node_modules/*', '*/node_modules/@*/*'], { cwd: store, exclude: ['*/node_modules/.bin'] })
  const releases = new Map<string, Release>()
  for (const place of places) {
    const path = join(store, place)
    if (!lstatSync(path).isDirectory() || place.split('/').at(-1)?.startsWith('@') === true) continue
    const manifest: Manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const key = `${manifest.name}@${manifest.version}`
    if (releases.has(key)) continue
    const file = join(folder, `${key.replaceAll('/', '+')}.tgz`)
    let isMade = false
    const tarball = (): string => {
      if (!isMade)
        execFileSync('tar', [
          '--format=ustar',
          '--hard-dereference',
          '-cf',
          file,
          '-I',
          'gzip -1',
          '--exclude=./node_modules',
          '--transform=s,^\\.,package,',
          '-C',
          path,
          '.',
        ])
      isMade = true
      return file
    }
    releases.set(key, { manifest, tarball })
  }
  return [...releases.values()]
}
