/** An answer that came and is none: neither a failure of the network nor something that can be handed on as a response. */
export class BadAnswer extends Error {
  override readonly name = 'BadAnswer'
  /** What the server did, as the end of a sentence: `answered with HTTP 999`. */
  readonly happened: string

  constructor(happened: string) {
    super(`the server ${happened}`)
    this.happened = happened
  }
}
