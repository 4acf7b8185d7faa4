// `npm run try-deploy -- release`: a release in an empty folder, without network, npm and other programs.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { administrator, ensure, checkSite, waitForSite } from './check-site.ts'
import { findProgram, releaseArchive, type Trial } from './trial.ts'

const port = '4801'

/** Without another network than the loopback of its own. */
export async function tryRelease({ folder, guide, say }: Trial): Promise<void> {
  const archive = releaseArchive()
  const here = (block: string): string =>
    block.replaceAll('/opt', folder).replaceAll('/var/lib/agridesk', join(folder, 'data'))
  execFileSync('sh', ['-ec', here(guide.block('sh install'))], { cwd: dirname(archive), stdio: 'ignore' })
  const home = join(folder, basename(archive, '.tar.gz'))
  const [help = '', ...options] = guide.command('bin/agridesk --help').split(' ')
  execFileSync(join(home, help), options, { stdio: 'ignore' })
  const start = here(guide.block('sh start')).trim()
  const self = fileURLToPath(import.meta.url)
  const inside = `ip link set lo up && exec "$0" --disable-warning=ExperimentalWarning "$@"`
  const args = ['--net', '--map-root-user', 'sh', '-c', inside, process.execPath, self, home, folder, start]
  execFileSync('unshare', args, { stdio: 'inherit' })
  say('The release starts without network and npm, serves, backs up, restores and stops.')
}

async function tryInside(home: string, folder: string, startCommand: string): Promise<void> {
  const online = await fetch('http://192.0.2.1/').catch(() => undefined)
  ensure(online === undefined, 'There is a network')
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['dirname', 'readlink']) symlinkSync(findProgram(name), join(programs, name))
  const env = {
    ...administrator,
    PATH: programs,
    PORT: port,
    METRICS_PORT: '0',
    DATA_DIR: join(folder, 'data'),
  }
  const command = join(home, 'bin/agridesk')
  const agridesk = (...args: string[]): string =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8' })

  const start = async (): Promise<() => Promise<void>> => {
    const server = spawn('/bin/sh', ['-c', `exec /usr/bin/env ${startCommand}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    process.once('exit', () => server.kill('SIGKILL'))
    await waitForSite(`http://127.0.0.1:${port}`)
    return async () => {
      server.kill('SIGTERM')
      const [code] = await once(server, 'exit')
      ensure(code === 0, `The server ended with ${String(code)}`)
    }
  }
  let stop = await start()
  const customers = await checkSite(`http://127.0.0.1:${port}`)
  ensure(customers > 0, 'The sample firm has no customers')
  process.stdout.write(agridesk('backup'))
  process.stdout.write(agridesk('drill', 'restore'))
  await stop()
  process.stdout.write(agridesk('restore'))
  stop = await start()
  ensure(
    (await checkSite(`http://127.0.0.1:${port}`)) === customers,
    'The restored database has other customers',
  )
  await stop()
}

const [, , home, folder, start] = process.argv
if (import.meta.main && home !== undefined && folder !== undefined && start !== undefined)
  await tryInside(home, folder, start)
