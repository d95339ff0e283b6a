import { homedir } from 'node:os'
import { join } from 'node:path'
import { enableCompileCache } from 'node:module'

/**
 * Keeps compiled modules between runs, which halves the time until work begins: the command and its SDKs are hundreds of modules. They
 * lie in the user's own cache folder, not in the shared temporary one, where others could put theirs. Without such a folder, or with
 * `NODE_DISABLE_COMPILE_CACHE=1`, nothing is kept.
 */
export function keepCompiledModules(): void {
  // What the user set is in force already.
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return
  try {
    enableCompileCache(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'assay', 'compiled'))
  } catch {
    // No home: then modules are compiled anew.
  }
}
