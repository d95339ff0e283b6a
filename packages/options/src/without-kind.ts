/** An entry without its kind, which follows from the function that it is passed to. */
export type WithoutKind<Entry extends { readonly kind: string }> = Omit<Entry, 'kind'> & Partial<Pick<Entry, 'kind'>>
