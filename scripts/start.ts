import { buildWebIfChanged } from './build-web.ts'

/** `npm start`: builds the web app when its sources changed since the last time, then serves. */
await buildWebIfChanged()
await import('#server/main.ts')
