/** What every process of the benchmark inherits: no settings of the server, but the compile cache of Node if there is one. */
export function plainEnvironment(): Record<string, string> {
  const names = ['PATH', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}
