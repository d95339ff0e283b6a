const UTF8 = new TextDecoder()

/** What is given in another way here, as methods: types of Node declare properties, which a class could not override by methods. */
interface Given {
  readonly status: number
  readonly statusText: string
  readonly headers: Headers
  readonly body: Response['body']
  readonly bodyUsed: boolean
  text(): Promise<string>
  json(): Promise<unknown>
  arrayBuffer(): Promise<ArrayBuffer>
  bytes(): ReturnType<Response['bytes']>
  blob(): Promise<Blob>
  formData(): ReturnType<Response['formData']>
  clone(): Response
}
const AnyResponse: new (body: null, init: ResponseInit) => Given & Omit<Response, keyof Given> = Response

/**
 * A response whose bytes are all there. It gives its text or JSON without the stream that `Response` makes of any body, which costs a tenth
 * of a millisecond for each of the first thousand answers; whatever else is asked of it, it gives as any response does.
 */
export class WholeResponse extends AnyResponse {
  readonly #bytes: Uint8Array<ArrayBuffer>
  /** The same response with a stream, from when one is needed. */
  #streamed: Response | undefined
  #isRead = false

  constructor(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    super(null, init)
    this.#bytes = bytes
  }

  override async text(): Promise<string> {
    if (this.#isRead || this.#streamed !== undefined) return this.#asStream().text()
    this.#isRead = true
    return UTF8.decode(this.#bytes)
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }

  override get body(): Response['body'] {
    return this.#asStream().body
  }

  override get bodyUsed(): boolean {
    return this.#isRead || this.#streamed?.bodyUsed === true
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#asStream().arrayBuffer()
  }

  override bytes(): ReturnType<Response['bytes']> {
    return this.#asStream().bytes()
  }

  override blob(): Promise<Blob> {
    return this.#asStream().blob()
  }

  override formData(): ReturnType<Response['formData']> {
    return this.#asStream().formData()
  }

  override clone(): Response {
    return this.#asStream().clone()
  }

  #asStream(): Response {
    if (this.#streamed === undefined) {
      const { status, statusText, headers } = this
      this.#streamed = new Response(this.#bytes, { status, statusText, headers })
      // Read already: the stream is spent as well, and says so.
      if (this.#isRead) void this.#streamed.arrayBuffer()
    }
    return this.#streamed
  }
}
