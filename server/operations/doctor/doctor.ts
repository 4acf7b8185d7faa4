import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { completeBackups, lastProof } from '../../backups/backup-folder.ts'
import { checkStorage } from './check-storage.ts'
import { commandLine } from '../../base/command-line.ts'
import { ConfigError, readConfig, type Config } from '../../base/config.ts'
import { toError } from '../../base/errors.ts'
import { checkMailServer } from '../../base/mailer.ts'
import { readCertificate } from '../../http/connections/tls.ts'
import { fileName } from '../../store/open-store.ts'
import { checkDatabase } from './check-database.ts'
import { checkSettings } from './check-settings.ts'
import { findingsAbout, type Finding } from './finding.ts'

/** Checks everything an installation needs, without changing anything. */
export async function examine(
  environment: Record<string, string | undefined>,
  now: Date,
): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return [findingsAbout('settings').problem(error.message)]
    throw error
  }
  const { findings, provenAt } = await checkDatabase(config, now)
  return [
    ...checkSettings(config, environment),
    ...(await checkDisk(config)),
    ...findings,
    ...checkTls(config, now),
    ...(await checkMail(config)),
    ...checkBackups(config, provenAt, now),
    ...(await checkStorage(config)),
  ]
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`
/** Below this a server refuses to save soon; see `minFreeBytes` of the store. */
const fewBytes = 200 * 1024 * 1024

async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const disk = findingsAbout('disk')
  if (!existsSync(dataDir))
    return [disk.warning(`${dataDir} does not exist yet: the first start creates it.`)]
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return [
      disk.problem(
        `This user cannot write to ${dataDir}. Run as the user of the server, or give it the right.`,
      ),
    ]
  }
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const file = join(dataDir, fileName)
  const needed = existsSync(file) ? statSync(file).size * 1.5 : 0
  const space =
    free < fewBytes
      ? disk.problem(
          `Only ${megabytes(free)} are free on the disk of ${dataDir}. Make room before it is full.`,
        )
      : free < needed
        ? disk.warning(
            `${megabytes(free)} are free on the disk of ${dataDir}; an upgrade and the restore drill need ${megabytes(needed)}. Make room.`,
          )
        : disk.ok(`${megabytes(free)} are free on the disk of ${dataDir}.`)
  const isOpen = (statSync(dataDir).mode & 0o077) !== 0
  return isOpen
    ? [space, disk.warning(`Other users of this machine can read ${dataDir}. Close it: chmod 700 ${dataDir}`)]
    : [space]
}

const day = 24 * 60 * 60 * 1000

export function checkTls({ tls, siteUrl }: Pick<Config, 'tls' | 'siteUrl'>, now: Date): Finding[] {
  const about = findingsAbout('TLS')
  if (!tls) return [about.ok('It is left to a proxy, or not used: TLS_CERT is not set.')]
  try {
    readCertificate(tls)
    const certificate = new X509Certificate(readFileSync(tls.cert))
    const days = Math.floor((Date.parse(certificate.validTo) - now.getTime()) / day)
    const host = siteUrl === undefined ? undefined : new URL(siteUrl).hostname
    const isNamed =
      host === undefined ||
      (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined
    return [
      ...(isNamed
        ? []
        : [
            about.problem(
              `The certificate in TLS_CERT is not for ${host}, the host of SITE_URL. Get one for that name.`,
            ),
          ]),
      days < 0
        ? about.problem(`The certificate ended on ${certificate.validTo}. Renew it.`)
        : days < 14
          ? about.warning(`The certificate ends in ${days} days. Renew it.`)
          : about.ok(`The certificate is valid for ${days} days.`),
    ]
  } catch (error) {
    return [about.problem(toError(error).message)]
  }
}

async function checkMail({ mail }: Config): Promise<Finding[]> {
  const about = findingsAbout('mail')
  if (!mail) return [about.ok('No mail is sent: SMTP_URL is not set.')]
  const problem = await checkMailServer(mail)
  return [
    problem === undefined
      ? about.ok(
          `${mail.host} accepts the connection${mail.login ? ' and the log-in' : ''}; nothing was sent.`,
        )
      : about.problem(
          `${problem}. Check SMTP_URL, and that ${mail.host}:${mail.port} can be reached from here.`,
        ),
  ]
}

/** A drill runs every night. */
const maxProvenDays = 2

export function checkBackups(
  { databaseUrl, backups }: Pick<Config, 'databaseUrl' | 'backups'>,
  provenOnServer: string | undefined,
  now: Date,
): Finding[] {
  const about = findingsAbout('backups')
  if (databaseUrl === undefined && backups.folder === undefined)
    return [about.problem('BACKUP_DIR is none: there are no backups. Set it to a folder on another disk.')]
  const isEmbedded = databaseUrl === undefined
  const copies = isEmbedded && backups.folder !== undefined ? completeBackups(backups.folder) : []
  const provenAt = isEmbedded ? lastProof(copies, now) : provenOnServer
  if (isEmbedded && copies.length === 0)
    return [
      about.problem(
        `There is no backup in ${backups.folder}. Start the server, which makes them, or: ${commandLine('backup')}`,
      ),
    ]
  const drill = commandLine('drill', 'restore')
  if (!provenAt) return [about.warning(`No backup was restored in a drill yet. Prove one: ${drill}`)]
  const days = (now.getTime() - Date.parse(provenAt)) / day
  return [
    days > maxProvenDays
      ? about.problem(
          `The newest proven backup is ${Math.floor(days)} days old. Look at the log for the reason, and prove one: ${drill}`,
        )
      : about.ok(`A backup was restored and compared ${Math.floor(days * 24)} hours ago.`),
  ]
}
