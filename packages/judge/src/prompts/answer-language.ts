import { AssayError } from '@assay/core'

/**
 * A language in the form `German (de)` for prompts: models know names better than tags, and tags are more precise than names.
 * @throws AssayError `config` for a text that is no BCP 47 tag.
 */
export function answerLanguage(tag: string): string {
  try {
    const [canonical = tag] = Intl.getCanonicalLocales(tag)
    const name = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' }).of(canonical) ?? canonical
    return name === canonical ? canonical : `${name} (${canonical})`
  } catch {
    throw new AssayError({
      kind: 'config',
      message: `language is ${JSON.stringify(tag)}, which is no BCP 47 language tag; give one like "de", "ja" or "pt-BR", or leave it out.`,
    })
  }
}
