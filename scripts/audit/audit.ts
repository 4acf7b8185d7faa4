import { readFileSync } from 'node:fs'
import { formatInstant } from '#domain/dates/moments.ts'
import { isObject } from '#domain/input.ts'
import { commandLine } from '#server/base/command-line.ts'
import { readConfig, type Config } from '#server/base/config.ts'
import { BackupError } from '#server/backups/backup-error.ts'
import {
  verifyAudit,
  type AuditVerdict,
  type ExportedHead,
  type ProblemKind,
} from '#server/audit/verify-audit.ts'
import { readSealHead } from '#server/store/history/audit-seals.ts'
import { openForReading, type ReadableStore } from '#server/store/files/open-for-reading.ts'
import { helpOf, runCommand, say } from '../backup/command.ts'

const help = `${helpOf([
  [
    commandLine('audit', 'head'),
    'prints the head of the audit: keep it elsewhere, such as on paper or in another system',
  ],
  [commandLine('audit', 'verify'), 'checks that no sealed entry was changed, deleted, inserted or reordered'],
  [
    commandLine('audit', 'verify', '--head', 'FILE'),
    'checks also that the audit still contains everything up to the head in FILE',
  ],
])}
The server may be running. DATA_DIR or DATABASE_URL is the database. Exit code 0: in order; 1: not in order, or not checked.
`

async function printHead({ read }: ReadableStore): Promise<void> {
  const { number, total, hash, sealedAt } = await readSealHead(read)
  if (number === 0) throw new BackupError('Nothing is sealed yet. The server seals the audit once a minute.')
  say(`${JSON.stringify({ number, total, hash, sealedAt }, null, 2)}\n`)
}

function readHead(file: string): ExportedHead {
  let head: unknown
  try {
    head = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new BackupError(
      `${file} cannot be read as a head. Pass the file that ${commandLine('audit', 'head')} printed.`,
    )
  }
  if (isObject(head)) {
    const { number, total, hash } = head
    if (typeof number === 'number' && typeof total === 'number' && typeof hash === 'string')
      return { number, total, hash }
  }
  throw new BackupError(`${file} is not a head: number, total or hash is missing.`)
}

async function verify(
  { read, dialect }: ReadableStore,
  { timeZone }: Config,
  head: ExportedHead | undefined,
): Promise<void> {
  const start = performance.now()
  let shown = 0
  const verdict = await verifyAudit(read, dialect, {
    head,
    onProgress: (done, total) => {
      const percent = Math.floor((done / Math.max(1, total)) * 100)
      if (percent < shown + 10) return
      shown = percent
      say(`${percent} %\n`)
    },
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const { number, total } = verdict.head
  say(
    `Checked ${total} entries in ${number} blocks in ${seconds} s; ${verdict.erased} were erased by request, ${verdict.waiting} wait to be sealed.\n`,
  )
  sayLate(verdict, timeZone)
  const isLate = verdict.late.some(({ isSinceHead }) => isSinceHead)
  if (number === 0 && !head)
    throw new BackupError(
      'Nothing is sealed yet, so nothing can be checked. The server seals the audit once a minute.',
    )
  if (verdict.problems.length === 0 && !isLate)
    return say(
      head
        ? 'The audit is in order, and contains everything up to the head.\n'
        : 'The audit is in order. A head that was kept elsewhere shows also whether all of it was replaced or its end cut off: --head.\n',
    )
  sayProblems(verdict)
  throw new BackupError(
    `The audit is NOT in order. Keep a copy of the database as it is, and compare it with a backup: ${commandLine('restore')} to another DATA_DIR.`,
  )
}

function sayLate({ late }: AuditVerdict, timeZone: string): void {
  for (const { count, from, to, sealedAt, isSinceHead } of late)
    say(
      `${count} entries of ${formatInstant(from, timeZone)} to ${formatInstant(to, timeZone)} were sealed ${formatInstant(sealedAt, timeZone)}, long after their time${isSinceHead ? ' and after the head' : ''}: by an upgrade, after a restore or with a clock that was set back; otherwise they were inserted.\n`,
    )
}

const sentences: Readonly<Record<ProblemKind, string>> = {
  changed: 'entry was changed after it was sealed',
  deleted: 'entry was deleted',
  'deleted before it was sealed': 'entry was deleted before it was sealed',
  inserted: 'entry was inserted without the product',
  'block changed': 'block does not follow from the one before it',
  'block missing': 'block is missing',
  'erasure without its event': 'erasure of personal data has no event in the audit that explains it',
  'before the head':
    'block of the head is missing: the end of the audit was cut off, or an older backup was restored',
  'head changed': 'block is not that of the head: the audit was replaced',
}
const maxShown = 20

function sayProblems({ problems }: AuditVerdict): void {
  for (const [kind, some] of Map.groupBy(problems, (problem) => problem.kind)) {
    for (const { of, block } of some.slice(0, maxShown))
      say(`${of}: ${sentences[kind]}${block === undefined ? '' : ` (block ${block})`}\n`)
    if (some.length > maxShown) say(`… and ${some.length - maxShown} more: ${sentences[kind]}\n`)
  }
}

await runCommand(async () => {
  const [command, option, file, ...rest] = process.argv.slice(2)
  if (command === '--help') return say(help)
  const isVerify =
    command === 'verify' && (option === undefined || (option === '--head' && file !== undefined))
  if ((!isVerify && (command !== 'head' || option !== undefined)) || rest.length > 0)
    throw new BackupError(help)
  const config = readConfig(process.env)
  const head = file === undefined ? undefined : readHead(file)
  const store = await openForReading(config)
  try {
    if (isVerify) await verify(store, config, head)
    else await printHead(store)
  } finally {
    await store.close()
  }
})
