// `pnpm --filter @assay/bench train:lexical`: trains the lexical screen on the dev files and stores it in packages/judge.
// If this changes the stored files, raise VERSION in lexical-screen.ts.
import { writeFileSync } from 'node:fs'
import { readDevSources } from '../src/lexical/dev-sources.ts'
import { learnedFiles } from '../src/lexical/learned-files.ts'
import { whenReaderLeaves } from './when-reader-leaves.ts'

whenReaderLeaves(() => process.exit(0))

const folder = new URL('../../../packages/judge/src/lexical-screen/', import.meta.url)
const { weights, frequencies } = learnedFiles(readDevSources(), new Date().toISOString().slice(0, 10))
writeFileSync(new URL('weights.data.json', folder), `${JSON.stringify(weights, null, 2)}\n`)
writeFileSync(new URL('document-frequencies.data.json', folder), `${JSON.stringify(frequencies, null, 1)}\n`)
console.log(JSON.stringify(weights, null, 2))
