// `npm run try-deploy -- pgbackrest`: follows the guide on a machine with Debian's PostgreSQL, pgBackRest and systemd.
import { setTimeout as sleep } from 'node:timers/promises'
import { administrator, ensure } from './check-site.ts'
import type { Machine } from './machine.ts'
import type { Trial } from './trial.ts'
import { withRelease } from './with-release.ts'

const site = 'http://127.0.0.1:4000'
const password = 'a-password-of-the-trial'

export async function tryPgBackRest(trial: Trial): Promise<void> {
  const { guide, say } = trial
  await withRelease(trial, async (machine, inRelease) => {
    machine.run(guide.block('sh postgres'), `${password}\n${password}\n`)
    inRelease(guide.block('sh systemd'))
    const settings = {
      ...administrator,
      SAMPLE_DATA: 'true',
      DATABASE_URL: `postgres://agridesk:${password}@127.0.0.1/agridesk`,
    }
    for (const [name, value] of Object.entries(settings))
      machine.run(`echo '${name}=${value}' >> /etc/agridesk/agridesk.env`)
    machine.run('systemctl restart agridesk')
    const customers = machine.checkSite(site)
    say(`The server runs on PostgreSQL with ${customers} customers.`)

    inRelease(guide.block('sh pgbackrest'))
    machine.run('systemctl start agridesk-pgbackrest@diff')
    for (const type of ['full', 'diff']) {
      const journal = machine.run(`journalctl --unit=agridesk-pgbackrest@${type} --output=cat`)
      ensure(/The backup \S+ can be restored: .* rows/.test(journal), `The drill of the unit: ${journal}`)
    }
    await expectMetric(machine, 'backup_ok 1')
    say('Full and differential backups by the units, each restored in a drill.')

    await tryRestore(machine, trial)
    say('A moment was restored: what was saved before it is there, what was deleted after it too.')
    tryDamage(machine, trial)
    await expectMetric(machine, 'backup_ok 0')
    say('A flipped byte and an unknown stanza are reported, and shown in the metrics.')
  })
}

const sql = (machine: Machine, statement: string): string =>
  machine
    .run(`sudo -u postgres psql --quiet --tuples-only --no-align agridesk --command "${statement}"`)
    .trim()

/** Restores a moment between two changes, as the guide says. */
async function tryRestore(machine: Machine, { guide }: Trial): Promise<void> {
  sql(machine, "insert into setting (name, value, changed_at) values ('trial', 'before', 'now')")
  const before = sql(machine, 'select count(*) from customer')
  await sleep(1100)
  const at = machine.run("date '+%Y-%m-%d %H:%M:%S%:z'").trim()
  await sleep(1100)
  sql(machine, "delete from setting where name = 'trial'; delete from session")
  sql(machine, 'select pg_switch_wal()')
  const restore = guide.block('sh pgbackrest restore')
  const target = /--target="([^"]+)"/.exec(restore)?.[1] ?? ''
  machine.run(restore.replace(target, at))
  const isRecovering = (): boolean => sql(machine, 'select pg_is_in_recovery()') === 't'
  for (let tries = 0; isRecovering() && tries < 120; tries += 1) await sleep(500)
  ensure(sql(machine, "select value from setting where name = 'trial'") === 'before', 'The row is not there')
  ensure(sql(machine, 'select count(*) from customer') === before, 'Other customers were restored')
  ensure(Number(sql(machine, 'select count(*) from session')) > 0, 'The deleted session was not restored')
  machine.run(
    `sudo -u postgres psql --set ON_ERROR_STOP=1 agridesk <<'END'\n${guide.block('sql sessions')}\nEND`,
  )
  ensure(sql(machine, 'select count(*) from session') === '0', 'There are sessions left')
  machine.run('systemctl start agridesk')
  machine.checkSite(site)
}

function tryDamage(machine: Machine, { guide }: Trial): void {
  const drill = guide.block('sh pgbackrest drill')
  ensure(/can be restored/.test(machine.run(drill)), 'The drill failed before the damage')
  const unknown = machine.runFailing(drill.replace('env ', 'env PGBACKREST_STANZA=other '))
  ensure(/pgBackRest (?:failed|has no backup)/.test(unknown), `An unknown stanza: ${unknown}`)
  const newest =
    'ls -S $(find /var/lib/pgbackrest/backup/agridesk -type f -name "*.zst" -path "*F/*") | head -n 1'
  const flip = `file=$(${newest}); at=$(($(stat -c %s "$file") / 2))
    byte=$(od -An -tu1 -j $at -N 1 "$file")
    printf "\\\\$(printf %03o $((byte ^ 1)))" | dd of="$file" bs=1 seek=$at conv=notrunc status=none`
  machine.run(flip)
  const damaged = machine.runFailing(drill)
  ensure(damaged.includes('pgBackRest failed: '), `A flipped byte: ${damaged}`)
}

/** The servers show the result of the drill. */
async function expectMetric(machine: Machine, line: string): Promise<void> {
  const fetched = `exec 3<>/dev/tcp/127.0.0.1/14000; printf 'GET /metrics HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3`
  const metrics = machine.run(`bash -c "${fetched.replaceAll('"', '\\"')}"`)
  ensure(
    metrics.split('\n').includes(line),
    `The metrics lack ${line}: ${/^backup_.*$/gm.exec(metrics)?.join()}`,
  )
}
