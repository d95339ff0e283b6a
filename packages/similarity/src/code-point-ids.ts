/** The code points of a text as numbers, below `CODE_POINTS`. A lone surrogate stays a unit of its own. */
export function codePointIds(text: string): Uint32Array {
  const ids = new Uint32Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0
    ids[length] = point
    length += 1
    if (point > 0xff_ff) at += 1
  }
  return ids.subarray(0, length)
}

/** How many code points there are. */
export const CODE_POINTS = 0x11_00_00
