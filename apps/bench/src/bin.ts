#!/usr/bin/env node
import { runProcess } from '@assay/command-kit'
import { main } from './cli/main.ts'

runProcess('assay-bench', () => main(process.argv.slice(2)))
