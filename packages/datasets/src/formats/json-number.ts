/** A number as JSON writes it, from `lastIndex` on. */
export const JSON_NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
