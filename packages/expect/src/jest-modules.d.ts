// As much of Jest as `jest.ts` touches: its own types would bring all of Jest into this repository.
declare module '@jest/globals' {
  export const expect: { readonly extend: (matchers: object) => void }
}

declare module 'expect' {
  // oxlint-disable-next-line typescript/no-unused-vars -- the parameters must be those of the real one
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
  export interface AsymmetricMatchers {}
}
