import { testRequire } from '../required-packages.ts'
import { NODE_22 } from './tools.ts'

testRequire({ 22: NODE_22 })
