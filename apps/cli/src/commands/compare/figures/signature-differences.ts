import type { ReportMetric } from '../report/load-run.ts'

/** What of a metric's signature differs between two runs: `judge openai:a -> openai:b`. Nothing where all is the same. */
export function signatureDifferences(a: ReportMetric, b: ReportMetric): string[] {
  const [all, others] = [signaturesOf(a), signaturesOf(b)]
  if (all.join('\n') === others.join('\n')) return []
  const [parts, otherParts] = [partsOf(a.signature), partsOf(b.signature)]
  if (all.length > 1 || others.length > 1 || parts === undefined || otherParts === undefined) {
    return [`${all.join(' and ')} -> ${others.join(' and ')}`]
  }
  const options = new Set([...parts.keys(), ...otherParts.keys()])
  return Array.from(options).flatMap((option) => {
    const [before, after] = [parts.get(option), otherParts.get(option)]
    return before === after ? [] : [`${option} ${before ?? '(default)'} -> ${after ?? '(default)'}`]
  })
}

function signaturesOf({ signature, otherSignatures }: ReportMetric): string[] {
  return [...new Set([signature, ...otherSignatures])].toSorted()
}

/** The options of a plain signature; `undefined` for one made from others. */
function partsOf(signature: string): Map<string, string> | undefined {
  const [name, ...parts] = signature.split('|')
  if (name === undefined || name.includes('(')) return undefined
  const options = new Map([['name', name]])
  for (const part of parts) {
    const colon = part.indexOf(':')
    if (colon !== -1) options.set(part.slice(0, colon), decoded(part.slice(colon + 1)))
  }
  return options
}

function decoded(value: string): string {
  return value.replace(/%([0-7][0-9A-F])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
