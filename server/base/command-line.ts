import { existsSync } from 'node:fs'
import { project } from '../project/project.ts'

/** How an operator calls a command: in a release there is no npm. */
export const commandLine = (name: string, ...args: readonly string[]): string =>
  existsSync(new URL('bin/agridesk', project))
    ? ['bin/agridesk', name, ...args].join(' ')
    : ['npm run', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
