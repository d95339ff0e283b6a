import { testBundlers } from '../bundled-programs.ts'
import { rolldownBundlers } from '../bundlers.ts'

testBundlers(rolldownBundlers)
