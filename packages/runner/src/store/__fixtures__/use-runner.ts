import { openReplyStore } from '../../index.ts'

/** Prints whether SQLite was loaded by importing the runner, and after opening a store in the given folder. */
const isLoaded = (): boolean => Reflect.get(process, 'moduleLoadList').includes('NativeModule sqlite')
const before = isLoaded()
process.emitWarning('something else', 'ExperimentalWarning')
const store = await openReplyStore({ folder: process.argv[2] ?? '', onWarning: (message) => process.stderr.write(message) })
await store.close()
process.stdout.write(JSON.stringify([before, isLoaded()]))
