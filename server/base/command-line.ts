import { existsSync } from 'node:fs'

/** How an operator calls a command: in a release there is no npm. */
export const commandLine = (name: string, ...args: readonly string[]): string =>
  existsSync(new URL('../../bin/agridesk', import.meta.url))
    ? ['bin/agridesk', name, ...args].join(' ')
    : ['npm run', name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')
