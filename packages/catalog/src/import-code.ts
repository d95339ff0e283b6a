import { pathToFileURL } from 'node:url'

let prepare: () => void = () => undefined

/** `act` is called before user code is loaded: a command makes its own instance of the library available to it. */
export function beforeCode(act: () => void): void {
  prepare = act
}

/** The exports of a file of user code. It runs that file. @throws any error of loading it. */
export async function importCode(path: string): Promise<unknown> {
  prepare()
  return import(pathToFileURL(path).href)
}
