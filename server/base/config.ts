import { resolve } from 'node:path'
import { email } from '#domain/catalogue/kinds/email.ts'
import { weekdays, type Weekday } from '#domain/visits/working-days.ts'
import { isOneOf } from '#domain/input.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'
import { parseNetwork, type Network } from './network.ts'
import { readBackups, type BackupConfig } from './backup-config.ts'
import { readReminders, type ReminderConfig } from './reminder-config.ts'

export interface Config {
  port: number
  host: string
  metricsPort: number
  /** Where metrics are served; loopback unless it is set. */
  metricsHost: string
  /** Requests that take longer are logged as warnings, in milliseconds; 0: none. */
  slowRequestMs: number
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: on the first run of the database only. */
  sampleData: boolean | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  registration: 'approval' | 'open' | 'closed'
  registrationRole: string
  timeZone: string
  /** The days of the week without visits. */
  weeklyOffs: readonly Weekday[]
  /** The largest document that can be attached, in megabytes. */
  documentMegabytes: number
  documentsPerRecord: number
  /** A visit recorded more than this many days afterwards is marked as late. */
  lateVisitDays: number
  /** How long the best days for a work plan are searched for, in seconds. */
  planSeconds: number
  logLevel: string
  /** Addresses of proxies that are trusted to set X-Forwarded-For. */
  trustProxy: string[]
  /** The public URL of the site; undefined: the host of each request. */
  siteUrl: string | undefined
  /** URL of the map frame on the contact page; undefined: no map. */
  mapUrl: string | undefined
  /** URL template of map tiles with {z}, {x} and {y}; undefined: day routes are drawn without a map. */
  tilesUrl: string | undefined
  /** Whether calendar feeds contain customers, places and remarks only behind a password, or at the secret URL as well. */
  calendarDetails: 'with-password' | 'everywhere'
  /** Undefined: plain HTTP. */
  tls: TlsFiles | undefined
  /** Undefined: no mail is sent. */
  mail: MailSettings | undefined
  /** Undefined: accounts log in with their password only. */
  singleSignOn: SingleSignOnSettings | undefined
  reminders: ReminderConfig
  retention: RetentionConfig
  /** Networks besides the public internet that webhooks may be sent to. */
  webhookNetworks: readonly Network[]
  /** Of the embedded database. */
  backups: BackupConfig
}

/** How long data is kept, in days; undefined: until it is deleted or erased. */
export interface RetentionConfig {
  /** The positions of visits, since the day of the visit, and their photos, since they were stored. */
  locations: number | undefined
  photos: number | undefined
  /** The rows of imported files. */
  importRows: number
  /** From which devices accounts logged in. */
  logIns: number
  notifications: number
  webhookDeliveries: number
}

/** The paths of a certificate with its chain, and of its private key, both in PEM format. */
export interface TlsFiles {
  cert: string
  key: string
}

export interface MailSettings {
  host: string
  port: number
  /** TLS from the first byte, by STARTTLS before anything else is sent, or none, which is allowed for localhost only. */
  tls: 'implicit' | 'starttls' | 'none'
  login: { user: string; pass: string } | undefined
  from: { name: string; address: string }
  /** Base URL of the links in mails; never taken from a request. */
  site: string
}

/** A provider of OpenID Connect, and this server as its client. */
export interface SingleSignOnSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** The name of the provider, as people know it. */
  label: string
  /** Seconds that an answer of the provider may take. */
  timeout: number
  /** Base URL of the redirect URI; never taken from a request. */
  site: string
}

// Anand, Gujarat.
const defaultMapUrl =
  'https://www.openstreetmap.org/export/embed.html?bbox=72.88%2C22.51%2C73.02%2C22.61&layer=mapnik&marker=22.5645%2C72.9289'

const defaultTilesUrl = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'

/** An invalid setting; its message names the setting and the allowed values, and stops the start. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment): Config {
  const get = (name: string): string | undefined => environment[name]?.trim() || undefined
  const port = readPort('PORT', get('PORT') ?? '4000')
  const siteUrl = readSiteUrl(get('SITE_URL'))
  const dataDir = resolve(get('DATA_DIR') ?? './data')
  const fail = (sentence: string): Error => new ConfigError(sentence)
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    metricsPort: readPort('METRICS_PORT', get('METRICS_PORT') ?? String(defaultMetricsPort(port))),
    metricsHost: get('METRICS_HOST') ?? '127.0.0.1',
    slowRequestMs: readWhole('SLOW_REQUEST_MS', get('SLOW_REQUEST_MS') ?? '1000', 0, 600_000),
    dataDir,
    databaseUrl: readDatabaseUrl(get('DATABASE_URL')),
    sampleData: readBoolean('SAMPLE_DATA', get('SAMPLE_DATA')),
    ...readAdministrator(get('ADMIN_EMAIL'), get('ADMIN_PASSWORD')),
    registration: readOneOf('REGISTRATION', get('REGISTRATION') ?? 'approval', [
      'approval',
      'open',
      'closed',
    ]),
    registrationRole: get('REGISTRATION_ROLE') ?? 'VIEWER',
    timeZone: readTimeZone(get('TIME_ZONE') ?? 'Asia/Kolkata'),
    weeklyOffs: readWeeklyOffs(get('WEEKLY_OFF') ?? 'sunday'),
    documentMegabytes: readWhole('DOCUMENT_MAX_MB', get('DOCUMENT_MAX_MB') ?? '10', 1, 100),
    documentsPerRecord: readWhole('DOCUMENTS_PER_RECORD', get('DOCUMENTS_PER_RECORD') ?? '50', 1, 1000),
    lateVisitDays: readDays('LATE_VISIT_DAYS', get('LATE_VISIT_DAYS') ?? '60'),
    planSeconds: readWhole('PLAN_SECONDS', get('PLAN_SECONDS') ?? '9', 1, 120),
    logLevel: readOneOf('LOG_LEVEL', get('LOG_LEVEL') ?? 'info', [
      'fatal',
      'error',
      'warn',
      'info',
      'debug',
      'trace',
      'silent',
    ]),
    trustProxy: (get('TRUST_PROXY') ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
    siteUrl,
    // Set but empty means none.
    mapUrl: readMapUrl(environment['MAP_EMBED_URL']?.trim() ?? defaultMapUrl),
    tilesUrl: readTilesUrl(environment['MAP_TILES_URL']?.trim() ?? defaultTilesUrl),
    calendarDetails: readOneOf('CALENDAR_DETAILS', get('CALENDAR_DETAILS') ?? 'with-password', [
      'with-password',
      'everywhere',
    ]),
    tls: readTls(get('TLS_CERT'), get('TLS_KEY')),
    mail: readMail(get('SMTP_URL'), get('MAIL_FROM'), siteUrl),
    singleSignOn: readSingleSignOn(get, siteUrl),
    webhookNetworks: readWebhookNetworks(get('WEBHOOK_PRIVATE_ADDRESSES')),
    reminders: readReminders(get, fail),
    retention: readRetention(get),
    backups: readBackups(get, dataDir, fail),
  }
}

export const isLoopback = (host: string): boolean => /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/i.test(host)

/** Whether the server is only reachable from this machine: it listens on loopback and no proxy is configured. */
export const isLocalOnly = ({
  host,
  siteUrl,
  trustProxy,
}: Pick<Config, 'host' | 'siteUrl' | 'trustProxy'>): boolean =>
  isLoopback(host) && siteUrl === undefined && trustProxy.length === 0

/** Far from the ports that a second instance on the machine is likely to use: the next one, or the next hundred. */
const defaultMetricsPort = (port: number): number => {
  if (port === 0) return 0
  return port + 10_000 > 65_535 ? port - 10_000 : port + 10_000
}

function readDays(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text))
    throw new ConfigError(`${name} should be a whole number of days, such as 60, not "${text}"`)
  return Number(text)
}

function readRetention(get: (name: string) => string | undefined): RetentionConfig {
  const days = (name: string): number | undefined => {
    const text = get(name)
    return text === undefined ? undefined : readWhole(name, text, 1, 99_999)
  }
  return {
    locations: days('KEEP_LOCATIONS_DAYS'),
    photos: days('KEEP_PHOTOS_DAYS'),
    importRows: days('KEEP_IMPORT_ROWS_DAYS') ?? 30,
    logIns: days('KEEP_LOG_INS_DAYS') ?? 400,
    notifications: days('KEEP_NOTIFICATIONS_DAYS') ?? 90,
    webhookDeliveries: days('KEEP_WEBHOOKS_DAYS') ?? 30,
  }
}

/** A whole number within limits. */
function readWhole(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!/^\d{1,6}$/.test(text) || value < min || value > max)
    throw new ConfigError(`${name} should be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

function readPort(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new ConfigError(`${name} should be a port number from 0 to 65535, not "${text}"`)
  return port
}

function readOneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text.toLowerCase())
  if (!found) throw new ConfigError(`${name} should be one of ${choices.join(', ')}, not "${text}"`)
  return found
}

function readBoolean(name: string, text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : readOneOf(name, text, ['true', 'false']) === 'true'
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError(
      'DATABASE_URL should look like postgres://user:password@host:5432/database; leave it unset for the embedded database',
    )
  }
  return text
}

function readTimeZone(text: string): string {
  try {
    Intl.DateTimeFormat('en', { timeZone: text })
  } catch {
    throw new ConfigError(`TIME_ZONE should be a name like Asia/Kolkata, not "${text}"`)
  }
  return text
}

function readWeeklyOffs(text: string): Weekday[] {
  const names = text
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  if (names.join() === 'none') return []
  const isKnown = names.length > 0 && names.every((name) => isOneOf(weekdays, name))
  const offs = weekdays.filter((day) => names.includes(day))
  if (!isKnown || offs.length === weekdays.length)
    throw new ConfigError(
      `WEEKLY_OFF should be the days of the week without visits, such as sunday or saturday,sunday, or none; at least one day should be left, not "${text}"`,
    )
  return offs
}

function readWebhookNetworks(text: string | undefined): Network[] {
  const parts = (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && each.toLowerCase() !== 'none')
  return parts.map((part) => {
    const network = parseNetwork(part)
    if (!network)
      throw new ConfigError(
        `WEBHOOK_PRIVATE_ADDRESSES should be networks such as 10.0.0.0/8,192.168.1.20, or none, not "${part}"`,
      )
    return network
  })
}

function readSiteUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  // Pages reference their files from the root, so the site cannot be served below a path.
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new ConfigError(`SITE_URL should look like https://agridesk.example, not "${text}"`)
  return url.origin
}

function readMapUrl(text: string): string | undefined {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (url?.protocol !== 'https:')
    throw new ConfigError(
      `MAP_EMBED_URL should be the https address of a map that may be shown in a frame, or empty for none, not "${text}"`,
    )
  return url.href
}

function readTilesUrl(text: string): string | undefined {
  if (text === '') return undefined
  const isValid = ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
  // The Content-Security-Policy has to name the host, so it cannot contain placeholders.
  const url = URL.parse(text)
  if (!isValid || url?.protocol !== 'https:' || /[{}%]/.test(url.host))
    throw new ConfigError(
      `MAP_TILES_URL should look like ${defaultTilesUrl}, or be empty for none, not "${text}"`,
    )
  return text
}

function readAdministrator(
  email: string | undefined,
  password: string | undefined,
): Pick<Config, 'adminEmail' | 'adminPassword'> {
  if ((email === undefined) !== (password === undefined)) {
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither')
  }
  return { adminEmail: email, adminPassword: password }
}

function readTls(cert: string | undefined, key: string | undefined): TlsFiles | undefined {
  if ((cert === undefined) !== (key === undefined))
    throw new ConfigError('TLS_CERT and TLS_KEY belong together: set both or neither')
  return cert === undefined || key === undefined ? undefined : { cert: resolve(cert), key: resolve(key) }
}

function readMail(
  smtpUrl: string | undefined,
  from: string | undefined,
  site: string | undefined,
): MailSettings | undefined {
  if ((smtpUrl === undefined) !== (from === undefined))
    throw new ConfigError('SMTP_URL and MAIL_FROM belong together: set both or neither')
  if (smtpUrl === undefined || from === undefined) return undefined
  if (site === undefined) throw new ConfigError('SMTP_URL needs SITE_URL: links in mails use that address')
  return { ...readSmtpUrl(smtpUrl), from: readSender(from), site }
}

function readSingleSignOn(
  get: (name: string) => string | undefined,
  site: string | undefined,
): SingleSignOnSettings | undefined {
  const [issuer, clientId, clientSecret] = [
    get('OIDC_ISSUER'),
    get('OIDC_CLIENT_ID'),
    get('OIDC_CLIENT_SECRET'),
  ]
  // Before the return, so that the names of all settings are known without any being set.
  const [givenLabel, givenTimeout = '10'] = [get('OIDC_LABEL'), get('OIDC_TIMEOUT')]
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigError(
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET belong together: set all three or none',
    )
  if (site === undefined)
    throw new ConfigError(
      'OIDC_ISSUER needs SITE_URL: the provider sends people back to that address after the log-in',
    )
  const url = URL.parse(issuer)
  const isSecure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSecure || url.search || url.hash || url.username)
    throw new ConfigError(
      `OIDC_ISSUER should be the https address of the provider, such as https://login.example/realms/firm; http is allowed on this machine only, not "${issuer}"`,
    )
  const label = givenLabel ?? url.hostname
  if (label.length > 40) throw new ConfigError('OIDC_LABEL should have at most 40 characters')
  const timeout = readWhole('OIDC_TIMEOUT', givenTimeout, 1, 60)
  return { issuer, clientId, clientSecret, label, timeout, site }
}

/** The messages do not quote the URL, because it contains a password. */
function readSmtpUrl(text: string): Pick<MailSettings, 'host' | 'port' | 'tls' | 'login'> {
  const url = URL.parse(text)
  const query = url?.search.slice(1) ?? ''
  const isSecure = url?.protocol === 'smtps:'
  const isValid =
    url && /^smtps?:$/.test(url.protocol) && url.hostname && /^\/?$/.test(url.pathname) && !url.hash
  const login = url && readLogin(url)
  if (!isValid || login === null || !(query === '' || (query === 'tls=none' && !isSecure)))
    throw new ConfigError(
      'SMTP_URL should look like smtp://user:password@mail.example:587 or smtps://user:password@mail.example; percent-encode special characters in the password, such as %40 for @',
    )
  if (query && !isLoopback(url.hostname))
    throw new ConfigError(
      'SMTP_URL may use tls=none only for a mail server on this machine: elsewhere the links could be intercepted',
    )
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (isSecure ? 465 : query ? 25 : 587),
    tls: isSecure ? 'implicit' : query ? 'none' : 'starttls',
    login,
  }
}

/** Null if it cannot be decoded; undefined if there is none. */
function readLogin({ username, password }: URL): MailSettings['login'] | null {
  try {
    const login = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    if (login.user === '' && login.pass === '') return undefined
    return login.user === '' || login.pass === '' ? null : login
  } catch {
    return null
  }
}

function readSender(text: string): MailSettings['from'] {
  const [, name = '', inside] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = (inside ?? text).trim()
  if ('problem' in readField(email('MAIL_FROM'), address))
    throw new ConfigError(
      `MAIL_FROM should be an e-mail address, such as AgriDesk <no-reply@agridesk.example>, not "${text}"`,
    )
  return { name: name.trim() || 'AgriDesk', address }
}
