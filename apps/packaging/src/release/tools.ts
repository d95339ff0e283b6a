import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS } from '../workspace.ts'

const tool = (path: string): string => join(TOOLS, 'node_modules', path)

export const YARN = tool('@yarnpkg/cli-dist/bin/yarn.js')
/** The oldest line of Node that is supported. */
export const NODE_22 = ['node-22-x64/bin/node', 'node-22-arm64/bin/node'].map(tool).find((path) => existsSync(path)) ?? 'node-22'
