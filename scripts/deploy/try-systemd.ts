// `npm run try-deploy -- systemd`: what systemd says of the units, without starting them.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../test/run-program.ts'
import { ensure } from './check-site.ts'
import { unpackRelease, type Trial } from './trial.ts'

/** Of 10 (unprotected); "OK" begins below 4. */
const maxExposure = 2

export async function trySystemd({ folder, say }: Trial): Promise<void> {
  const home = unpackRelease(folder)
  const source = join(root, 'deploy/systemd')
  const units = readdirSync(source).map((name) => {
    const text = readFileSync(join(source, name), 'utf8').replaceAll('/opt/agridesk', home)
    const file = join(folder, name)
    // pgBackRest need not be on this machine.
    writeFileSync(file, text.replaceAll('/usr/bin/pgbackrest', '/bin/true'))
    return file
  })
  const files = units.map((file) => file.replace('@.service', '@full.service'))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })
  ensure(status === 0 && stderr.trim() === '', `systemd refuses the units: ${stderr}`)
  const service = join(folder, 'agridesk.service')
  const args = ['security', '--offline=true', `--threshold=${maxExposure * 10}`, '--no-pager', service]
  const lines = execFileSync('systemd-analyze', args, { encoding: 'utf8' }).trim().split('\n')
  say(`systemd accepts ${units.length} units. ${lines.at(-1)?.replace(/^\W+/, '')}`)
}
