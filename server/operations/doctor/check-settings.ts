import { relative } from 'node:path'
import { distance } from '#domain/imports/similar.ts'
import { isLoopback, readConfig, type Config } from '../../base/config.ts'
import { findingsAbout, type Finding } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

const { ok, warning } = findingsAbout('settings')

/** The names of all settings: those that reading the configuration asks for. */
export function settingNames(): Set<string> {
  const names = new Set<string>()
  readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get: (_, name) => {
          names.add(String(name))
          return undefined
        },
      },
    ),
  )
  return names
}

/** Variables that other programs read. */
const foreign = /^(?:npm_|NODE_|PG|LC_|XDG_|SSH_|GIT_|MAIL$|HOSTNAME$|TMPDIR$)/

/** Variables that look like a setting and are none: misspelled, or of another version. */
export function unknownSettings(environment: Environment, known = settingNames()): Finding[] {
  const prefixes = new Set([...known].flatMap((name) => /^[A-Z]+_/.exec(name) ?? []))
  return Object.keys(environment)
    .filter((name) => !known.has(name) && !foreign.test(name))
    .flatMap((name) => {
      const [nearest] = [...known]
        .map((each) => ({ each, steps: distance(each, name.toUpperCase()) }))
        .filter(({ each, steps }) => steps <= (each.length > 6 ? 2 : 1))
        .toSorted((one, other) => one.steps - other.steps)
      if (nearest) return [warning(`${name} is no setting. Did you mean ${nearest.each}?`)]
      const prefix = /^[A-Z]+_/.exec(name)?.[0]
      return prefix !== undefined && prefixes.has(prefix)
        ? [
            warning(
              `${name} is no setting of this version. Remove it, or correct its name: README.md lists the settings.`,
            ),
          ]
        : []
    })
}

/** Settings that do not fit together. */
export function contradictions(config: Config, environment: Environment): Finding[] {
  const { siteUrl, tls, trustProxy, host, databaseUrl, backups, dataDir } = config
  const found: (Finding | false)[] = [
    siteUrl?.startsWith('http:') === true &&
      tls !== undefined &&
      warning('SITE_URL begins with http, but TLS_CERT is set. Set SITE_URL to the https address.'),
    siteUrl?.startsWith('https:') === true &&
      tls === undefined &&
      trustProxy.length === 0 &&
      warning(
        'SITE_URL is an https address, but neither TLS_CERT nor TRUST_PROXY is set. Set TRUST_PROXY to the address of the proxy, or TLS_CERT and TLS_KEY.',
      ),
    !isLoopback(host) &&
      tls === undefined &&
      trustProxy.length === 0 &&
      warning(
        `HOST is ${host} without TLS and without a proxy: passwords are sent in the clear, and phones get neither camera nor location. Set TLS_CERT and TLS_KEY, or put a proxy in front.`,
      ),
    databaseUrl !== undefined &&
      ['BACKUP_DIR', 'BACKUP_KEY', 'BACKUP_S3_BUCKET'].some((name) => environment[name]) &&
      warning(
        'BACKUP_DIR, BACKUP_KEY and BACKUP_S3_BUCKET are for the embedded database; with DATABASE_URL they have no effect.',
      ),
    databaseUrl === undefined &&
      backups.folder !== undefined &&
      backups.storage === undefined &&
      !relative(dataDir, backups.folder).startsWith('..') &&
      warning(
        'BACKUP_DIR is in DATA_DIR: a lost disk loses both. Set BACKUP_DIR to a folder on another disk.',
      ),
    environment['ADMIN_PASSWORD'] !== undefined &&
      environment['ADMIN_PASSWORD'] !== '' &&
      warning(
        'ADMIN_PASSWORD is set. Remove it once the administrator has logged in, so that it is in no file.',
      ),
    !isLoopback(config.metricsHost) &&
      warning(
        `METRICS_HOST is ${config.metricsHost}: make sure that only the monitoring can reach port ${config.metricsPort}.`,
      ),
  ]
  return found.filter((each) => each !== false)
}

export function checkSettings(config: Config, environment: Environment): Finding[] {
  const found = [...unknownSettings(environment), ...contradictions(config, environment)]
  return found.length > 0 ? found : [ok('The settings are known and fit together.')]
}
