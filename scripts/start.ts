import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtServer, buildServerIfChanged } from './build/build-server.ts'
import { buildWebIfChanged } from './build-web.ts'
import { root } from './test/run-program.ts'

/** `npm start`: builds the web app and the server if their sources changed, then starts the server. */
// Node caches the compiled code for the next start.
enableCompileCache()
buildWebIfChanged()
buildServerIfChanged()
await import(pathToFileURL(join(root, builtServer)).href)
