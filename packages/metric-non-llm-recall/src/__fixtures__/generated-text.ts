/** Texts too long to write down, as non-llm-recall.json defines them. */
export type GeneratedText =
  | string
  | { readonly $repeat: { readonly text: string; readonly times: number } }
  | { readonly $concat: readonly GeneratedText[] }
  | { readonly $lcg: { readonly seed: number; readonly length: number; readonly alphabet: string } }

export function generatedText(text: GeneratedText): string {
  if (typeof text === 'string') return text
  if ('$repeat' in text) return text.$repeat.text.repeat(text.$repeat.times)
  if ('$concat' in text) return text.$concat.map(generatedText).join('')
  const { seed, length, alphabet } = text.$lcg
  let state = seed
  let drawn = ''
  for (let count = 0; count < length; count += 1) {
    state = (state * 16_807) % 2_147_483_647
    drawn += alphabet.charAt(state % alphabet.length)
  }
  return drawn
}
