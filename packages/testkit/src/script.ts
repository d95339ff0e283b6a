/**
 * The replies of a fake server: one reply for every request, a list with one reply each, or a function of the request and of the number
 * of requests before it.
 */
export type Script<Request, Reply> = Reply | readonly Reply[] | ((request: Request, index: number) => Reply | Promise<Reply>)

/**
 * Turns a script into a function. `index` is 0 for the first request.
 * @throws Error from the returned function if a list is used up, so that a test does not get repeated replies.
 */
export function playScript<Request, Reply extends string | object>(
  script: Script<Request, Reply>,
  player: string,
): (request: Request, index: number) => Reply | Promise<Reply> {
  if (isFunction(script)) return script
  if (!isList(script)) return () => script
  return (_request, index) => {
    const reply = script[index]
    if (reply === undefined) throw new Error(`${player}: the script holds ${script.length} replies, and this is request ${index + 1}.`)
    return reply
  }
}

type ScriptFunction<Request, Reply> = (request: Request, index: number) => Reply | Promise<Reply>

function isFunction<Request, Reply extends string | object>(
  script: Script<Request, Reply>,
): script is ScriptFunction<Request, Reply> & Script<Request, Reply> {
  return typeof script === 'function'
}

function isList<Request, Reply extends string | object>(
  script: Script<Request, Reply>,
): script is readonly Reply[] & Script<Request, Reply> {
  return Array.isArray(script)
}
