import { enableCompileCache } from 'node:module'
import { buildWebIfChanged } from './build-web.ts'

/** `npm start`: builds the web app when its sources changed since the last time, then serves. */
// Compiled once, kept by Node for the next start.
enableCompileCache()
await buildWebIfChanged()
await import('#server/main.ts')
