import { homedir } from 'node:os'
import { join } from 'node:path'
import { enableCompileCache } from 'node:module'

/**
 * Caches compiled modules between runs, which halves the start time: the command and its SDKs are hundreds of modules. They are in the
 * user's own cache folder, not in the shared temporary one, where other users could add theirs. Without such a folder, or with
 * `NODE_DISABLE_COMPILE_CACHE=1`, nothing is cached.
 */
export function keepCompiledModules(): void {
  // The user's own setting is in effect already.
  if (process.env['NODE_COMPILE_CACHE'] !== undefined) return
  try {
    enableCompileCache(join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'assay', 'compiled'))
  } catch {
    // No home folder: then modules are compiled anew.
  }
}
