// `npm run try-deploy -- image`: builds the image of the release and runs it, as docs/operations.md says.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../testing/processes/server-process.ts'
import { root } from '../test/run-program.ts'
import { administrator, checkSite, ensure, waitForSite } from './check-site.ts'
import { findProgram, releaseArchive, type Trial } from './trial.ts'

const name = 'agridesk'

export async function tryImage({ folder, guide, say }: Trial): Promise<void> {
  releaseArchive()
  const port = String(await freePort())
  const bin = writePrograms(folder, port)
  const run = (script: string): string =>
    execFileSync('sh', ['-ec', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH']}` },
    })
  const names = run('podman ps --all --format "{{.Names}}" && podman volume ls --format "{{.Name}}"')
  ensure(
    !names.split('\n').includes(name),
    'There is a container or a volume agridesk on this machine already',
  )
  const site = `http://127.0.0.1:${port}`
  try {
    run(guide.block('sh container'))
    const check = run('podman image inspect agridesk:0.1.0 --format={{.Config.Healthcheck}}')
    ensure(check.includes('agridesk ready'), 'The image has no health check')
    await waitForSite(site)
    const customers = await checkSite(site)
    run('podman exec agridesk agridesk ready')
    run('podman exec agridesk agridesk backup')
    const user = run('podman exec agridesk id --user').trim()
    ensure(user === '10001', `The server runs as user ${user}`)
    run('podman stop --time=15 agridesk')
    const code = run('podman inspect agridesk --format={{.State.ExitCode}}').trim()
    ensure(code === '0', `The server ended with ${code}`)
    const restored = run(guide.command('podman run --rm --volume agridesk:/data agridesk:0.1.0 restore'))
    ensure(restored.includes('Restored the state of'), restored)
    run('podman start agridesk')
    await waitForSite(site)
    say(
      `The image serves ${customers} customers as user ${user} on a read-only file system without capabilities, stops, and is restored.`,
    )
  } finally {
    run('podman rm --force --ignore agridesk; podman volume rm --force agridesk')
  }
}

/** Programs that do what the guide says on a machine without systemd, a registry and a network of containers. */
function writePrograms(folder: string, port: string): string {
  const base = process.env['IMAGE_BASE']
  const build = ['--isolation=chroot', ...(base === undefined ? [] : [`--build-arg=BASE=${base}`])]
  // A container without systemd cannot raise its own limits, and podman needs systemd to schedule health checks.
  const files = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  const machine = [`--ulimit=nofile=${files}:${files}`, '--ulimit=nproc=4096:4096', '--no-healthcheck']
  const environment = { ...administrator, PORT: port, HOST: '127.0.0.1', METRICS_PORT: '0' }
  const variables = Object.entries(environment).map(([key, value]) => `--env=${key}=${value}`)
  const podman = `'${findProgram('podman')}' '--runtime=${findProgram('runc')}'`
  const programs = {
    // The release is built already.
    npm: '',
    podman: `case $1 in
build) shift; exec ${podman} build ${build.join(' ')} "$@" ;;
run) shift; exec ${podman} run --network=host ${[...machine, ...variables].join(' ')} --security-opt=no-new-privileges "$@" ;;
*) exec ${podman} "$@" ;;
esac`,
  }
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  for (const [program, script] of Object.entries(programs)) {
    writeFileSync(join(bin, program), `#!/bin/sh\n${script}\n`)
    chmodSync(join(bin, program), 0o755)
  }
  return bin
}
