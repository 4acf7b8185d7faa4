import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bootMachine, type Machine } from './machine.ts'
import { releaseArchive, type Trial } from './trial.ts'

/** Boots a machine, installs the release on it as the guide says, and lets the work run scripts in the folder of the release. */
export async function withRelease(
  trial: Trial,
  work: (machine: Machine, inRelease: (script: string) => string) => Promise<void>,
): Promise<void> {
  const machine = await bootMachine(trial)
  try {
    const archive = releaseArchive()
    for (const file of [archive, `${archive}.sha256`])
      copyFileSync(file, join(trial.folder, 'shared', basename(file)))
    machine.run(`cd /mnt\n${trial.guide.block('sh install')}`)
    const home = `/opt/${basename(archive, '.tar.gz')}`
    await work(machine, (script) => machine.run(`cd ${home}\n${script}`))
  } catch (error) {
    trial.say(machine.run('journalctl --no-pager --lines=30'))
    throw error
  } finally {
    machine.stop()
  }
}
