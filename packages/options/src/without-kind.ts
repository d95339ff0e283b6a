/** What is left to write of an entry whose kind follows from the function that it is given to. */
export type WithoutKind<Entry extends { readonly kind: string }> = Omit<Entry, 'kind'> & Partial<Pick<Entry, 'kind'>>
