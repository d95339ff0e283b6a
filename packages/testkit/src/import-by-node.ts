/** Test runners leave a module that stands in its own URL to Node, and with it what that module imports. */
const LOADER: string = 'data:text/javascript,export default (url) => import(url)'

/**
 * Imports a module as Node does by itself, also from within a test runner that loads modules in a way of its own: what the module imports in
 * turn is found, compiled and refused as it is for users.
 */
export async function importByNode<Module = unknown>(url: URL): Promise<Module> {
  const loader: { readonly default: (url: string) => Promise<Module> } = await import(LOADER)
  return loader.default(url.href)
}
