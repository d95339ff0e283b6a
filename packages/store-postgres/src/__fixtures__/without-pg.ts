import { registerHooks } from 'node:module'

// As where the package is not installed.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'pg') throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(specifier, context)
  },
})

/** Prints that the package is loaded without the driver, and what opening a store then says. */
const { openPostgresStore } = await import('../index.ts')
try {
  await openPostgresStore({ url: 'postgres://127.0.0.1:1/db', onWarning: () => undefined })
} catch (error) {
  process.stdout.write(`loaded\n${String(error)}\n`)
}
