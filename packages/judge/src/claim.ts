/** One atomic statement of a reference. Ids are `c1`, `c2`, … in the order of the reference. */
export type Claim = { readonly id: string; readonly text: string }
