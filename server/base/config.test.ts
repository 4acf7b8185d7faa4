import { describe, expect, it } from 'vitest'
import { readConfig, ConfigError } from './config.ts'

it.each([
  [{ PORT: 'many' }, 'PORT should be a port number from 0 to 65535, not "many"'],
  [{ TIME_ZONE: 'Mars' }, 'TIME_ZONE should be a name like Asia/Kolkata, not "Mars"'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL should look like postgres://'],
  [{ REGISTRATION: 'maybe' }, 'REGISTRATION should be one of approval, open, closed'],
  [{ ADMIN_EMAIL: 'a@b.in' }, 'ADMIN_EMAIL and ADMIN_PASSWORD belong together'],
  [{ SITE_URL: 'agridesk.example' }, 'SITE_URL should look like https://agridesk.example, not'],
  [{ SITE_URL: 'https://example.in/desk' }, 'SITE_URL should look like https://agridesk.example, not'],
  [{ PLAN_SECONDS: '0' }, 'PLAN_SECONDS should be a whole number from 1 to 120, not "0"'],
  [{ MAP_EMBED_URL: 'http://maps.example' }, 'MAP_EMBED_URL should be the https address of a map'],
])('rejects %j with a message', (environment: Record<string, string>, message) => {
  expect(() => readConfig(environment)).toThrow(ConfigError)
  expect(() => readConfig(environment)).toThrow(message)
})

describe('METRICS_PORT', () => {
  it.each([
    ['4000', 14_000],
    ['4001', 14_001],
    ['60000', 50_000],
    ['65535', 55_535],
    ['0', 0],
  ])('defaults to a port far from PORT %s', (PORT, metricsPort) => {
    expect(readConfig({ PORT }).metricsPort).toBe(metricsPort)
    expect(readConfig({ PORT, METRICS_PORT: '9' }).metricsPort).toBe(9)
  })
})

describe('WEEKLY_OFF', () => {
  const readOffs = (WEEKLY_OFF?: string) => readConfig({ WEEKLY_OFF }).weeklyOffs

  it('defaults to Sunday and accepts any letter case and order', () => {
    expect([readOffs(), readOffs(' '), readOffs('none')]).toEqual([['sunday'], ['sunday'], []])
    expect(readOffs('Sunday, SATURDAY,')).toEqual(['sunday', 'saturday'])
  })

  it.each(['sundays', 'sunday;monday', 'none,sunday', '0', ','])('rejects %j with a message', (text) => {
    expect(() => readOffs(text)).toThrow(`WEEKLY_OFF should be the days of the week`)
    expect(() => readOffs(text)).toThrow(`not "${text}"`)
  })

  it('leaves at least one working day', () => {
    const all = 'monday,tuesday,wednesday,thursday,friday,saturday,sunday'
    expect(() => readOffs(all)).toThrow('at least one day should be left')
  })
})

describe('SMTP_URL and MAIL_FROM', () => {
  const readMail = (SMTP_URL?: string, MAIL_FROM?: string, SITE_URL?: string) =>
    readConfig({ SMTP_URL, MAIL_FROM, SITE_URL }).mail
  const from = 'Desk <desk@example.in>'
  const site = 'https://desk.example.in'

  it('configure the mail server, encrypted unless it is on the same machine', () => {
    expect(readMail()).toBeUndefined()
    expect(readMail('smtp://desk%40x:p%2Fw@mail.example', from, site)).toEqual({
      host: 'mail.example',
      port: 587,
      tls: 'starttls',
      login: { user: 'desk@x', pass: 'p/w' },
      from: { name: 'Desk', address: 'desk@example.in' },
      site,
    })
    expect(readMail('smtps://mail.example', 'desk@example.in', site)).toMatchObject({
      port: 465,
      tls: 'implicit',
      login: undefined,
      from: { name: 'AgriDesk', address: 'desk@example.in' },
    })
    expect(readMail('smtp://[::1]:2525?tls=none', from, site)).toMatchObject({
      host: '::1',
      port: 2525,
      tls: 'none',
    })
  })

  it.each([
    ['smtp://mail.example', undefined, site, 'SMTP_URL and MAIL_FROM belong together'],
    ['smtp://mail.example', from, undefined, 'SMTP_URL needs SITE_URL'],
    ['mail.example:587', from, site, 'SMTP_URL should look like'],
    ['https://mail.example', from, site, 'SMTP_URL should look like'],
    ['smtp://u:topsecret@mail.example/inbox', from, site, 'SMTP_URL should look like'],
    ['smtp://u:%zz@mail.example', from, site, 'SMTP_URL should look like'],
    ['smtp://onlyuser@mail.example', from, site, 'SMTP_URL should look like'],
    ['smtp://mail.example?tls=maybe', from, site, 'SMTP_URL should look like'],
    ['smtps://localhost?tls=none', from, site, 'SMTP_URL should look like'],
    ['smtp://mail.example?tls=none', from, site, 'SMTP_URL may use tls=none only for a mail server on this'],
    ['smtp://mail.example', 'Desk', site, 'MAIL_FROM should be an e-mail address'],
    ['smtp://mail.example', 'a@b.in, c@d.in', site, 'MAIL_FROM should be an e-mail address'],
  ])('rejects %s, %s, %s with a message', (url, sender, address, message) => {
    expect(() => readMail(url, sender, address)).toThrow(message)
    expect(() => readMail(url, sender, address)).not.toThrow('topsecret')
  })
})

describe('the storage of backups', () => {
  const settings = {
    BACKUP_S3_ENDPOINT: 'https://s3.example',
    BACKUP_S3_BUCKET: 'firm-backups',
    BACKUP_S3_ACCESS_KEY: 'key',
    BACKUP_S3_SECRET_KEY: 'topsecret',
  }
  const read = (changed: Record<string, string | undefined> = {}) =>
    readConfig({ ...settings, ...changed }).backups.storage

  it('has a prefix and a region unless they are set', () => {
    expect(readConfig({}).backups.storage).toBeUndefined()
    expect(read()).toMatchObject({
      endpoint: 'https://s3.example/',
      region: 'us-east-1',
      prefix: 'agridesk/',
    })
    expect(read({ BACKUP_S3_PREFIX: 'firm/a', BACKUP_S3_REGION: 'ap-south-1' })).toMatchObject({
      prefix: 'firm/a/',
      region: 'ap-south-1',
    })
  })

  it.each([
    [{ BACKUP_S3_SECRET_KEY: undefined }, 'belong together'],
    [{ BACKUP_S3_BUCKET: 'Not/A/Bucket' }, 'BACKUP_S3_BUCKET should be'],
    [{ BACKUP_S3_PREFIX: '../other' }, 'BACKUP_S3_PREFIX should be'],
    [{ BACKUP_S3_REGION: 'a b' }, 'BACKUP_S3_REGION should be'],
    [{ BACKUP_S3_ENDPOINT: 's3.example' }, 'BACKUP_S3_ENDPOINT should be an address'],
    [{ BACKUP_S3_ENDPOINT: 'https://key:topsecret@s3.example' }, 'BACKUP_S3_ENDPOINT should be an address'],
    [{ BACKUP_S3_ENDPOINT: 'http://s3.example' }, 'should be an https address, or BACKUP_KEY be set'],
  ])('rejects %j with a message that has no secret', (changed, message) => {
    expect(() => read(changed)).toThrow(message)
    expect(() => read(changed)).not.toThrow(/topsecret/)
  })
})

describe('WEBHOOK_PRIVATE_ADDRESSES', () => {
  const read = (WEBHOOK_PRIVATE_ADDRESSES?: string) =>
    readConfig({ WEBHOOK_PRIVATE_ADDRESSES }).webhookNetworks
  it('lists networks and addresses; none by default', () => {
    expect([read(), read(''), read('none')]).toEqual([[], [], []])
    expect(read('10.0.0.0/8, 192.168.1.20, fd00::/8')).toEqual([
      { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
      { address: '192.168.1.20', prefix: 32, family: 'ipv4' },
      { address: 'fd00::', prefix: 8, family: 'ipv6' },
    ])
  })
  it.each(['yes', '10.0.0.0/33', '10.0.0/8', 'erp.office', '10.0.0.0/8/8', '::/129'])(
    'refuses %s',
    (text) => {
      expect(() => read(text)).toThrow(`WEBHOOK_PRIVATE_ADDRESSES should be networks such as`)
    },
  )
})
