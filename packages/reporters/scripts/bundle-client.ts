import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** The scripts of pages: what each is made from, and the module that holds it. */
export const CLIENTS = [
  { source: 'main.ts', module: 'html/client-script.ts', name: 'clientScript' },
  { source: 'comparison/main.ts', module: 'comparison/page/comparison-script.ts', name: 'comparisonScript' },
] as const

/** The script of a page in one piece, from its source in `client/`. */
export async function bundleClient(source: string): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(new URL(`../client/${source}`, import.meta.url)), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  const code = output[0].code.trim()
  if (/<\/script|<!--/i.test(code)) throw new Error('The bundled script holds what would end its script element.')
  return code
}
