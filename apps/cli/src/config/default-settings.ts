import type { AssayConfig } from './define-config.ts'

/** What holds where nothing else is said. Shown by `assay config print`; the parts of Assay that hold them say them again. */
export const defaultSettings: Partial<AssayConfig> = {
  concurrency: 8,
  maxRetries: 4,
  timeout: 600,
  allowUnscored: 0,
  stopAfter: 3,
}
