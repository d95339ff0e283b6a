import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

/** The script of the HTML report in one piece, from the sources in `client/`. */
export async function bundleClient(): Promise<string> {
  const bundle = await rolldown({ input: fileURLToPath(new URL('../client/main.ts', import.meta.url)), logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  const code = output[0].code.trim()
  if (/<\/script|<!--/i.test(code)) throw new Error('The bundled script holds what would end its script element.')
  return code
}
