import { pathToFileURL } from 'node:url'

let prepare: () => void = () => undefined

/** `act` is called before a file of the user's code is loaded: a command makes its own instance of the library reachable from there. */
export function beforeCode(act: () => void): void {
  prepare = act
}

/** What a file of the user's code exports. It runs that file. @throws whatever loading it throws. */
export async function importCode(path: string): Promise<unknown> {
  prepare()
  return import(pathToFileURL(path).href)
}
