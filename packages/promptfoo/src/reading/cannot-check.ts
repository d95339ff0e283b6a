import type { ConfigPath } from '@assay/config-kit'

/** The remedy for a target that cannot be called. */
export const OUTPUTS_WAY = 'run promptfoo eval -o results.json and pass --outputs results.json'

/** Thrown if an assertion cannot be checked: it is skipped for this reason, which has no full stop. */
export class CannotCheck extends Error {
  /** The part of the assertion that cannot be checked. */
  readonly path: ConfigPath

  constructor(reason: string, path: ConfigPath = []) {
    super(reason)
    this.path = path
  }
}
