// Writes src/html/client-script.ts from client/. Run after a change there: pnpm --filter @assay/reporters client
import { writeFileSync } from 'node:fs'
import { bundleClient } from './bundle-client.ts'

const code = JSON.stringify(await bundleClient())
const quoted = `'${code
  .slice(1, -1)
  .replaceAll("'", String.raw`\'`)
  .replaceAll(String.raw`\"`, '"')}'`
writeFileSync(
  new URL('../src/html/client-script.ts', import.meta.url),
  `/** Made from \`client/\` by \`pnpm --filter @assay/reporters client\`; a test keeps it in step. */\nexport const clientScript =\n  ${quoted}\n`,
)
