import type { ConfigPath } from '@assay/config-kit'

/** The way for what takes a target that is not asked here. */
export const OUTPUTS_WAY = 'run promptfoo eval -o results.json and pass --outputs results.json'

/** Thrown where an assertion cannot be checked: it is skipped for this reason, which ends without a full stop. */
export class CannotCheck extends Error {
  /** What of the assertion is to blame. */
  readonly path: ConfigPath

  constructor(reason: string, path: ConfigPath = []) {
    super(reason)
    this.path = path
  }
}
