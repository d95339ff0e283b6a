/** The exit codes of a command. */
export const exitCode = {
  /** Done, and every gate holds. */
  ok: 0,
  /** Done, and a gate does not hold. */
  gateFailed: 1,
  /** Wrong usage, configuration or data, or no judge available; no row was scored. */
  unusable: 2,
  /** Finished with more unscored rows than allowed, or stopped early. */
  incomplete: 3,
  /** Interrupted by the user. */
  interrupted: 130,
} as const
