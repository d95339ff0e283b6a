/** One atomic statement of a text. Ids are `c1`, `c2`, … in the order of the text. */
export type Claim = { readonly id: string; readonly text: string }
