export { isPostgresUrl, shownStoreUrl } from './connection/store-url.ts'
export { openPostgresStore, type OpenPostgresStoreOptions } from './open-postgres-store.ts'
