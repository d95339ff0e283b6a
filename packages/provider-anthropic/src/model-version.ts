/** `claude-3-5-sonnet-…`: the version before the family. */
const BEFORE_FAMILY = /claude-(\d)(?:[-.](\d))?-(?:opus|sonnet|haiku)/
/** `claude-opus-4-1-20250805`, `claude-sonnet-4.5`, `claude-fable-5-2`: the version after the family, without the date. */
const AFTER_FAMILY = /claude-[a-z]+-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?/

/**
 * The version in the name of a Claude model, as 100 × major + minor, so that versions compare as numbers: 405 for 4.5. `undefined`
 * for names without a version.
 */
export function modelVersion(modelId: string): number | undefined {
  const name = modelId.toLowerCase()
  const found = BEFORE_FAMILY.exec(name) ?? AFTER_FAMILY.exec(name)
  return found === null ? undefined : 100 * Number(found[1]) + Number(found[2] ?? 0)
}
