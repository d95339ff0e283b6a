import { inspectJson } from './inspect-json.ts'

export type ParsedJson = { readonly value: unknown; readonly repairs: readonly string[]; readonly defect?: string }

const BYTE_ORDER_MARK = '\uFEFF'

/** One JSON text, with the two repairs that cannot change its meaning: a byte order mark and trailing commas. `undefined` where it is none. */
export function parseJson(text: string): ParsedJson | undefined {
  const marked = text.startsWith(BYTE_ORDER_MARK)
  const repairs = marked ? ['byte order mark removed'] : []
  const trimmed = text.trim()
  const first = trimmed[0]
  if (first !== '{' && first !== '[') return undefined
  const inspected = inspectJson(trimmed)
  if (inspected === undefined) return undefined
  const { trailingCommas, repeatedKey } = inspected
  const plain = tryParse(trimmed)
  const parsed = plain ?? (trailingCommas.length === 0 ? undefined : tryParse(without(trimmed, trailingCommas)))
  if (parsed === undefined) return undefined
  return {
    value: parsed.value,
    repairs: plain === undefined ? [...repairs, 'trailing comma removed'] : repairs,
    ...(repeatedKey === undefined ? {} : { defect: `one object holds the key ${JSON.stringify(repeatedKey.slice(0, 40))} twice` }),
  }
}

function tryParse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function without(text: string, positions: readonly number[]): string {
  const pieces: string[] = []
  let from = 0
  for (const position of positions) {
    pieces.push(text.slice(from, position))
    from = position + 1
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}
