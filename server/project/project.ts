import { basename } from 'node:path'

/** The folder of the project. The build has its files in dist/server, which is as deep as this folder of the sources. */
export const project = new URL('../../', import.meta.url)

const isBuild = import.meta.url.endsWith('.js')

/** The file of a thread or process, named by its source; the build, which scripts/build/build-server.ts writes, has it under the same name. */
export const programFile = (source: `server/${string}.ts`): URL =>
  isBuild ? new URL(`dist/server/${basename(source, '.ts')}.js`, project) : new URL(source, project)
