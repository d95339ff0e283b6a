export { openPostgresStore, type OpenPostgresStoreOptions } from './open-postgres-store.ts'
