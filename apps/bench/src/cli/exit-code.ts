/** What `assay-bench` tells the shell: as `assay` does. */
export const exitCode = {
  ok: 0,
  /** Wrong usage, configuration or data; nothing was measured. */
  unusable: 2,
  /** Stopped early. */
  incomplete: 3,
  interrupted: 130,
} as const
