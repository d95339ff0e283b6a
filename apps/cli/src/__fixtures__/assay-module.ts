import { fileURLToPath } from 'node:url'

/** The library, as configurations in code import it: a string literal. */
export const assayModule = JSON.stringify(fileURLToPath(new URL('../index.ts', import.meta.url)))
