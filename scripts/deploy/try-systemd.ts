// `npm run try-deploy -- systemd`: what systemd says of the units, and the guide followed on a machine that it boots.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../test/run-program.ts'
import { administrator, ensure } from './check-site.ts'
import { unpackRelease, type Trial } from './trial.ts'
import type { Machine } from './machine.ts'
import { withRelease } from './with-release.ts'

/** Of 10 (unprotected); "OK" begins below 4. */
const maxExposure = 2

export async function trySystemd(trial: Trial): Promise<void> {
  checkUnits(trial)
  await withRelease(trial, async (machine, inRelease) => {
    const { guide, say } = trial
    inRelease(guide.block('sh systemd'))
    for (const [name, value] of Object.entries(administrator))
      machine.run(`echo '${name}=${value}' >> /etc/agridesk/agridesk.env`)
    inRelease(guide.block('sh upgrade'))
    const site = 'http://127.0.0.1:4000'
    const customers = machine.checkSite(site)
    const journal = machine.run('journalctl --unit=agridesk --output=cat')
    ensure(journal.includes('AgriDesk is ready'), `The journal: ${journal}`)
    tryEncryption(machine, trial)
    machine.run(`sudo -u agridesk /opt/agridesk/${guide.command('bin/agridesk backup --list')}`)
    machine.run('systemctl kill --signal=KILL agridesk && sleep 3 && systemctl is-active agridesk')
    ensure(machine.checkSite(site) === customers, 'After a kill the server has other customers')
    machine.run('systemctl stop agridesk && ! systemctl is-failed agridesk')
    say(`systemd starts the server with ${customers} customers, starts it again after a kill, and stops it.`)
  })
}

export const decrypt = 'age --decrypt --identity key.txt base.sqlite.zst.age | zstd -d > agridesk.sqlite'

/** A key as the program makes it, a backup with it, read by other programs. */
function tryEncryption(machine: Machine, { guide }: Trial): void {
  const agridesk = 'sudo -u agridesk /opt/agridesk/bin/agridesk'
  machine.run(`echo "BACKUP_KEY=$(${agridesk} backup --new-key)" >> /etc/agridesk/agridesk.env`)
  machine.run(`${agridesk} backup`)
  machine.run(`cd /root && sed -n s/^BACKUP_KEY=//p /etc/agridesk/agridesk.env > key.txt
    cp "$(ls -d /var/lib/agridesk/backups/*Z | tail -n 1)/base.sqlite.zst.age" .
    ${guide.command(decrypt)}
    head --bytes 15 agridesk.sqlite | grep --quiet "SQLite format 3"`)
}

function checkUnits({ folder, say }: Trial): void {
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
