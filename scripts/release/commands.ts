/** The commands of a release, `bin/agridesk <name>`, with their files; from a clone they are `npm run <name>`. */
export const commands: Readonly<Record<string, { file: string; about: string }>> = {
  start: { file: 'server/main.ts', about: 'migrates the database and serves until it is stopped' },
  backup: {
    file: 'scripts/backup/backup.ts',
    about: 'copies the embedded database; --list lists the copies',
  },
  restore: {
    file: 'scripts/backup/restore.ts',
    about: 'restores a backup; --at "18/11/2026 10:30" a moment',
  },
  move: {
    file: 'scripts/operate/move.ts',
    about: 'moves everything to another database, --to postgres://… or a folder',
  },
  maintenance: { file: 'scripts/operate/maintenance.ts', about: 'on or off: only administrators are served' },
  sessions: { file: 'scripts/operate/sessions.ts', about: 'end-all: everyone has to log in again' },
  unlock: { file: 'scripts/operate/unlock.ts', about: 'forgets the wrong passwords of an account' },
  drill: { file: 'scripts/backup/drill.ts', about: 'restores the newest backup as a test and deletes it' },
}
