import { globSync, readFileSync } from 'node:fs'
import { tierFault } from './tiers.ts'

const faults: string[] = []
for (const manifestPath of globSync(['packages/*/package.json', 'apps/*/package.json', 'docs/package.json'])) {
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as { name: string; dependencies?: Record<string, string> }
  const folder = manifestPath.slice(0, -'/package.json'.length)
  for (const to of Object.keys(manifest.dependencies ?? {})) {
    const fault = tierFault({ from: manifest.name, to, file: manifestPath, isTest: false })
    if (fault !== undefined) faults.push(fault)
  }
  for (const file of globSync([`${folder}/src/**/*.{ts,tsx}`, `${folder}/scripts/**/*.ts`])) {
    const isTest = /\.test(?:-d)?\.tsx?$|__fixtures__|\/scripts\//.test(file)
    for (const to of importsOf(readFileSync(file, 'utf8'))) {
      if (to.startsWith('.') && leaves(folder, file, to))
        faults.push(`${file}: reaches into another package by path (${to}); import its name`)
      const fault = tierFault({ from: manifest.name, to: packageOf(to), file, isTest })
      if (fault !== undefined) faults.push(fault)
    }
  }
}

if (faults.length > 0) {
  console.error([...new Set(faults)].join('\n'))
  process.exitCode = 1
} else {
  console.log('tiers: every arrow points down')
}

function importsOf(source: string): string[] {
  return Array.from(source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g), (found) => found[1] ?? '')
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function leaves(folder: string, file: string, specifier: string): boolean {
  return !new URL(specifier, `file:///${file}`).pathname.startsWith(`/${folder}/`)
}
