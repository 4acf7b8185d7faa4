import { resolve } from 'node:path'
import { email } from '#domain/catalogue/kinds/email.ts'
import { weekdays, type Weekday } from '#domain/visits/working-days.ts'

export interface Config {
  port: number
  host: string
  metricsPort: number
  dataDir: string
  databaseUrl: string | undefined
  /** Undefined: decided by the database, which knows whether this is its first run. */
  sampleData: boolean | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  registration: 'approval' | 'open' | 'closed'
  registrationRole: string
  timeZone: string
  /** The days of the week on which nobody is visited. */
  weeklyOffs: readonly Weekday[]
  /** A visit recorded more days afterwards than this is marked. */
  lateVisitDays: number
  logLevel: string
  /** Addresses of proxies whose X-Forwarded-For is believed; none unless listed. */
  trustProxy: string[]
  /** Where the public finds the site; undefined: wherever the request was sent to. */
  siteUrl: string | undefined
  /** What the frame on the contact page shows; undefined: there is no map. */
  mapUrl: string | undefined
  /** Where pictures of a map are, with {z}, {x} and {y} in it; undefined: rounds are drawn without them. */
  tilesUrl: string | undefined
  /** Where a calendar names customers, places and remarks: only behind its password, or at its secret address as well. */
  calendarDetails: 'with-password' | 'everywhere'
  /** Undefined: no mail is sent. */
  mail: MailSettings | undefined
}

export interface MailSettings {
  host: string
  port: number
  /** From the first byte, asked for before anything is said, or none, which is for this machine only. */
  tls: 'from the start' | 'asked for' | 'none'
  login: { user: string; pass: string } | undefined
  from: { name: string; address: string }
  /** Where its links lead: never what a request says of itself. */
  site: string
}

// Anand, Gujarat.
const usualMap =
  'https://www.openstreetmap.org/export/embed.html?bbox=72.88%2C22.51%2C73.02%2C22.61&layer=mapnik&marker=22.5645%2C72.9289'

const usualTiles = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png'

/** A setting that cannot be followed stops the start with its name and what it may be. */
export class SettingRefusal extends Error {}

type Environment = Record<string, string | undefined>

export function readConfig(environment: Environment): Config {
  const get = (name: string): string | undefined => environment[name]?.trim() || undefined
  const port = readPort('PORT', get('PORT') ?? '4000')
  const siteUrl = readSiteUrl(get('SITE_URL'))
  return {
    port,
    host: get('HOST') ?? '127.0.0.1',
    metricsPort: readPort('METRICS_PORT', get('METRICS_PORT') ?? String(usualMetricsPort(port))),
    dataDir: resolve(get('DATA_DIR') ?? './data'),
    databaseUrl: readDatabaseUrl(get('DATABASE_URL')),
    sampleData: readYesNo('SAMPLE_DATA', get('SAMPLE_DATA')),
    ...readAdministrator(get('ADMIN_EMAIL'), get('ADMIN_PASSWORD')),
    registration: readOneOf('REGISTRATION', get('REGISTRATION') ?? 'approval', [
      'approval',
      'open',
      'closed',
    ]),
    registrationRole: get('REGISTRATION_ROLE') ?? 'VIEWER',
    timeZone: readTimeZone(get('TIME_ZONE') ?? 'Asia/Kolkata'),
    weeklyOffs: readWeeklyOffs(get('WEEKLY_OFF') ?? 'sunday'),
    lateVisitDays: readDays('LATE_VISIT_DAYS', get('LATE_VISIT_DAYS') ?? '60'),
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
    // Set and empty means that there is none.
    mapUrl: readMapUrl(environment['MAP_EMBED_URL']?.trim() ?? usualMap),
    tilesUrl: readTilesUrl(environment['MAP_TILES_URL']?.trim() ?? usualTiles),
    calendarDetails: readOneOf('CALENDAR_DETAILS', get('CALENDAR_DETAILS') ?? 'with-password', [
      'with-password',
      'everywhere',
    ]),
    mail: readMail(get('SMTP_URL'), get('MAIL_FROM'), siteUrl),
  }
}

export const isLoopback = (host: string): boolean => /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/i.test(host)

/** Whether only this machine is meant to reach the server: it listens nowhere else, and no proxy passes others on to it. */
export const isForThisMachine = ({
  host,
  siteUrl,
  trustProxy,
}: Pick<Config, 'host' | 'siteUrl' | 'trustProxy'>): boolean =>
  isLoopback(host) && siteUrl === undefined && trustProxy.length === 0

/** Far from the ports that a second instance on the machine is likely to be given: the next one, or the next hundred. */
const usualMetricsPort = (port: number): number => {
  if (port === 0) return 0
  return port + 10_000 > 65_535 ? port - 10_000 : port + 10_000
}

function readDays(name: string, text: string): number {
  if (!/^\d{1,5}$/.test(text))
    throw new SettingRefusal(`${name} should be a whole number of days, such as 60, not "${text}"`)
  return Number(text)
}

function readPort(name: string, text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new SettingRefusal(`${name} should be a port number from 0 to 65535, not "${text}"`)
  return port
}

function readOneOf<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text.toLowerCase())
  if (!found) throw new SettingRefusal(`${name} should be one of ${choices.join(', ')}, not "${text}"`)
  return found
}

function readYesNo(name: string, text: string | undefined): boolean | undefined {
  return text === undefined ? undefined : readOneOf(name, text, ['true', 'false']) === 'true'
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(ql)?:\/\//.test(text)) {
    throw new SettingRefusal(
      'DATABASE_URL should look like postgres://user:password@host:5432/database; leave it unset for the embedded database',
    )
  }
  return text
}

function readTimeZone(text: string): string {
  try {
    Intl.DateTimeFormat('en', { timeZone: text })
  } catch {
    throw new SettingRefusal(`TIME_ZONE should be a name like Asia/Kolkata, not "${text}"`)
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
  const isKnown = names.length > 0 && names.every((name) => (weekdays as readonly string[]).includes(name))
  const offs = weekdays.filter((day) => names.includes(day))
  if (!isKnown || offs.length === weekdays.length)
    throw new SettingRefusal(
      `WEEKLY_OFF should be the days of the week on which nobody is visited, such as sunday or saturday,sunday, or none; at least one day should be left, not "${text}"`,
    )
  return offs
}

function readSiteUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  // Its pages name files from the root, so the site cannot live in a folder of another.
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  )
    throw new SettingRefusal(`SITE_URL should look like https://agridesk.example, not "${text}"`)
  return url.origin
}

function readMapUrl(text: string): string | undefined {
  if (text === '') return undefined
  const url = URL.parse(text)
  if (url?.protocol !== 'https:')
    throw new SettingRefusal(
      `MAP_EMBED_URL should be the https address of a map that may be shown in a frame, or empty for none, not "${text}"`,
    )
  return url.href
}

function readTilesUrl(text: string): string | undefined {
  if (text === '') return undefined
  const isWhole = ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
  // In a host of many names, a header could not say which may be asked.
  const url = URL.parse(text)
  if (!isWhole || url?.protocol !== 'https:' || /[{}%]/.test(url.host))
    throw new SettingRefusal(
      `MAP_TILES_URL should look like ${usualTiles}, or be empty for none, not "${text}"`,
    )
  return text
}

function readAdministrator(
  email: string | undefined,
  password: string | undefined,
): Pick<Config, 'adminEmail' | 'adminPassword'> {
  if ((email === undefined) !== (password === undefined)) {
    throw new SettingRefusal('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither')
  }
  return { adminEmail: email, adminPassword: password }
}

function readMail(
  smtpUrl: string | undefined,
  from: string | undefined,
  site: string | undefined,
): MailSettings | undefined {
  if ((smtpUrl === undefined) !== (from === undefined))
    throw new SettingRefusal('SMTP_URL and MAIL_FROM belong together: set both or neither')
  if (smtpUrl === undefined || from === undefined) return undefined
  if (site === undefined)
    throw new SettingRefusal('SMTP_URL needs SITE_URL: the links in mails lead to that address')
  return { ...readSmtpUrl(smtpUrl), from: readSender(from), site }
}

/** What is wrong with it is said without repeating it: it holds a password. */
function readSmtpUrl(text: string): Pick<MailSettings, 'host' | 'port' | 'tls' | 'login'> {
  const url = URL.parse(text)
  const query = url?.search.slice(1) ?? ''
  const isSecure = url?.protocol === 'smtps:'
  const isWhole =
    url && /^smtps?:$/.test(url.protocol) && url.hostname && /^\/?$/.test(url.pathname) && !url.hash
  const login = url && readLogin(url)
  if (!isWhole || login === null || !(query === '' || (query === 'tls=none' && !isSecure)))
    throw new SettingRefusal(
      'SMTP_URL should look like smtp://user:password@mail.example:587 or smtps://user:password@mail.example; signs other than letters and digits in the password are written as in any address, such as %40 for @',
    )
  if (query && !isLoopback(url.hostname))
    throw new SettingRefusal(
      'SMTP_URL may say tls=none only for a mail server on this machine: elsewhere the links could be read on the way',
    )
  return {
    host: url.hostname.replaceAll(/[[\]]/g, ''),
    port: Number(url.port) || (isSecure ? 465 : query ? 25 : 587),
    tls: isSecure ? 'from the start' : query ? 'none' : 'asked for',
    login,
  }
}

/** Null where it cannot be read; undefined where there is none. */
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
  if ('problem' in email('MAIL_FROM').read(address))
    throw new SettingRefusal(
      `MAIL_FROM should be an e-mail address, such as AgriDesk <no-reply@agridesk.example>, not "${text}"`,
    )
  return { name: name.trim() || 'AgriDesk', address }
}
