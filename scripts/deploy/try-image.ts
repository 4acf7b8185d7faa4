// `npm run try-deploy -- image`: builds the image of the release and runs it as deploy/compose.yaml does, without PostgreSQL.
import { execFileSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { freePort } from '../../testing/processes/server-process.ts'
import { root } from '../test/run-program.ts'
import { administrator, checkSite, ensure, waitForSite } from './check-site.ts'
import { findProgram, releaseArchive, type Trial } from './trial.ts'

const image = 'agridesk:trial'
const name = 'agridesk-trial'

const podman = (...args: string[]): string =>
  execFileSync('podman', [`--runtime=${findProgram('runc')}`, ...args], { encoding: 'utf8' })

export async function tryImage({ say }: Trial): Promise<void> {
  const archive = releaseArchive()
  const base = process.env['IMAGE_BASE']
  const settings = [
    `--build-arg=RELEASE=${basename(archive, '.tar.gz')}`,
    ...(base === undefined ? [] : [`--build-arg=BASE=${base}`]),
  ]
  const file = `--file=${join(root, 'deploy/Containerfile')}`
  podman(
    'build',
    '--isolation=chroot',
    '--format=docker',
    file,
    ...settings,
    '--tag',
    image,
    dirname(archive),
  )
  const check = podman('image', 'inspect', image, '--format={{.Config.Healthcheck}}')
  ensure(check.includes('agridesk ready'), 'The image has no health check')

  const port = String(await freePort())
  const environment = { ...administrator, PORT: port, HOST: '127.0.0.1', METRICS_PORT: '0' }
  // A container without systemd cannot raise its own limits, and podman needs systemd to schedule health checks.
  const files = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  const machine = [`--ulimit=nofile=${files}:${files}`, '--ulimit=nproc=4096:4096', '--no-healthcheck']
  const hardened = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges']
  try {
    const variables = Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`)
    const volume = `--volume=${name}:/data`
    podman(
      'run',
      '--detach',
      `--name=${name}`,
      '--network=host',
      volume,
      ...hardened,
      ...machine,
      ...variables,
      image,
    )
    await waitForSite(`http://127.0.0.1:${port}`)
    const customers = await checkSite(`http://127.0.0.1:${port}`)
    podman('exec', name, 'agridesk', 'ready')
    const user = podman('exec', name, 'id', '--user').trim()
    ensure(user === '10001', `The server runs as user ${user}`)
    podman('stop', '--time=15', name)
    const code = podman('inspect', name, '--format={{.State.ExitCode}}').trim()
    ensure(code === '0', `The server ended with ${code}`)
    say(
      `The image serves ${customers} customers as user ${user} on a read-only file system without capabilities, and stops.`,
    )
  } finally {
    podman('rm', '--force', '--ignore', name)
    podman('volume', 'rm', '--force', name)
  }
}
