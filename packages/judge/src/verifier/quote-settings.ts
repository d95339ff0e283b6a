import { configError, type SignaturePart } from '@assay/core'
import { DEFAULT_MIN_QUOTE, type QuoteOptions } from './to-verdicts.ts'

export type QuoteSettings = {
  readonly requireQuote: boolean
  readonly minQuote: number
  readonly signatureOptions: readonly SignaturePart[]
}

/** @throws AssayError `config` for a `minQuote` out of range, naming the factory. */
export function quoteSettings({ requireQuote = false, minQuote = DEFAULT_MIN_QUOTE }: QuoteOptions, factory: string): QuoteSettings {
  if (!Number.isSafeInteger(minQuote) || minQuote < 1) {
    throw configError(`${factory}: minQuote is ${minQuote}; it must be an integer from 1.`)
  }
  return {
    requireQuote,
    minQuote,
    signatureOptions: [
      ['requireQuote', requireQuote || undefined],
      ['minQuote', requireQuote && minQuote !== DEFAULT_MIN_QUOTE ? minQuote : undefined],
    ],
  }
}
