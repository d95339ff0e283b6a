// Writes the scripts of pages from client/. Run after a change there: pnpm --filter @assay/reporters client
import { writeFileSync } from 'node:fs'
import { bundleClient, CLIENTS } from './bundle-client.ts'

for (const { source, module, name } of CLIENTS) {
  const code = JSON.stringify(await bundleClient(source))
  const quoted = `'${code
    .slice(1, -1)
    .replaceAll("'", String.raw`\'`)
    .replaceAll(String.raw`\"`, '"')}'`
  writeFileSync(
    new URL(`../src/${module}`, import.meta.url),
    `/** Made from \`client/\` by \`pnpm --filter @assay/reporters client\`; a test keeps it in step. */\nexport const ${name} =\n  ${quoted}\n`,
  )
}
