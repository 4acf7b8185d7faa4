// A machine with Debian and systemd on this one: namespaces of its own, without a network, on a root file system that is not changed.
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childrenOf } from '../../testing/processes/postgres-process.ts'
import { ensure } from './check-site.ts'
import { findProgram, type Trial } from './trial.ts'

export interface Machine {
  /** Runs a script as root, with what it reads from a terminal; throws with its output if a command of it fails. */
  run: (script: string, input?: string) => string
  /** The same for a script that must fail: its output. */
  runFailing: (script: string) => string
  /** Logs in to the site on the machine and reads a list; the number of customers. */
  checkSite: (url: string) => number
  stop: () => void
}

const boot = `
set -e
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$FOLDER/upper,workdir=$FOLDER/work" "$FOLDER/root"
cd "$FOLDER/root"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount --bind "$FOLDER/shared" mnt
ip link set lo up
mount -t tmpfs tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
if ! mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd 2>/dev/null; then
  umount sys/fs/cgroup
  mount -t cgroup2 cgroup sys/fs/cgroup
fi
echo localhost > etc/hostname
# Not chroot alone: in one the kernel refuses user namespaces, which PrivateUsers= of the unit needs.
pivot_root . .
umount --lazy .
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /sbin/init --log-target=journal
`

/** Boots the root file system that MACHINE_BASE names; the folder `shared` of the trial is /mnt there. */
export async function bootMachine({ folder }: Pick<Trial, 'folder'>): Promise<Machine> {
  const base = process.env['MACHINE_BASE']
  ensure(
    base !== undefined && existsSync(join(base, 'sbin/init')),
    'MACHINE_BASE should name a folder with Debian that the machine starts from: docs/operations.md says how to make one',
  )
  for (const name of ['upper', 'work', 'root', 'shared']) mkdirSync(join(folder, name), { recursive: true })
  const log = openSync(join(folder, 'machine.log'), 'a')
  const namespaces = ['--pid', '--mount', '--uts', '--ipc', '--net', '--cgroup', '--fork', '--kill-child']
  const child = spawn(findProgram('unshare'), [...namespaces, 'sh', '-c', boot], {
    env: { ...process.env, BASE: base, FOLDER: folder },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const stop = (): void => void child.kill('SIGKILL')
  process.once('exit', stop)
  const enter = (): string[] => {
    const [init] = childrenOf(child.pid ?? 0)
    ensure(init !== undefined, 'The machine has ended')
    const all = ['--mount', '--uts', '--ipc', '--net', '--pid', '--cgroup', '--root', '--wd']
    return [
      `--target=${init}`,
      ...all,
      'env',
      '-i',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ]
  }
  const run = (script: string, input = ''): string => {
    // A session of its own has no terminal, so that passwords are read from the input.
    const shell = ['setsid', '--wait', 'sh', '-ec', `{ ${script}\n} 2>&1`]
    try {
      return execFileSync('nsenter', [...enter(), ...shell], { encoding: 'utf8', input, stdio: 'pipe' })
    } catch (error) {
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
      throw new MachineError(output)
    }
  }
  await waitForBoot(run)
  return {
    run,
    runFailing: (script) => {
      try {
        run(script)
      } catch (error) {
        if (error instanceof MachineError) return error.message
        throw error
      }
      throw new Error(`This did not fail: ${script}`)
    },
    checkSite: (url) => {
      const program = fileURLToPath(new URL('check-site.ts', import.meta.url))
      const [target = ''] = enter()
      const args = [target, '--net', process.execPath, '--disable-warning=ExperimentalWarning', program, url]
      return Number(execFileSync('nsenter', args, { encoding: 'utf8' }))
    },
    stop: () => {
      stop()
      process.off('exit', stop)
    },
  }
}

class MachineError extends Error {}

async function waitForBoot(run: (script: string) => string): Promise<void> {
  let answer = ''
  for (let tries = 0; tries < 120; tries += 1) {
    try {
      answer = run('systemctl is-system-running --wait').trim()
      if (answer === 'running') return
    } catch (error) {
      answer = String(error)
    }
    await sleep(500)
  }
  throw new Error(`The machine did not start: ${answer}`)
}
