import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY, TOOLS } from '../workspace.ts'

const tool = (path: string): string => join(TOOLS, 'node_modules', path)

export const YARN = tool('@yarnpkg/cli-dist/bin/yarn.js')
/** The oldest line of Node that is supported. */
export const NODE_22 = ['node-22-x64/bin/node', 'node-22-arm64/bin/node'].map(tool).find((path) => existsSync(path)) ?? 'node-22'
/** The compilers of TypeScript that users may have, by version. */
export const COMPILERS: Readonly<Record<string, string>> = {
  5.8: tool('typescript-5.8/bin/tsc'),
  5.9: tool('typescript-5.9/bin/tsc'),
  6: tool('typescript-6/bin/tsc'),
  7: join(REPOSITORY, 'node_modules/typescript/bin/tsc'),
}
