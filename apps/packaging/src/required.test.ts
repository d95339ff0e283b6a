import { testRequire } from './required-packages.ts'

testRequire({ [process.versions.node]: process.execPath })
