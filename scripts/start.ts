import { enableCompileCache } from 'node:module'
import { buildWebIfChanged } from './build-web.ts'

/** `npm start`: builds the web app if its sources changed, then starts the server. */
// Node caches the compiled code for the next start.
enableCompileCache()
await buildWebIfChanged()
await import('#server/main.ts')
