import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '#testing/certificate.ts'
import { databaseNames, newDatabase, onServer, type TestDatabase } from '#testing/databases.ts'
import { tempFolder } from '#testing/files/temp-folder.ts'
import { openSmtpServer } from '#testing/processes/smtp-server.ts'
import { startStorageServer, storageKeys } from '#testing/storage-server.ts'
import { readConfig } from '../../base/config.ts'
import { checkStorage } from './check-storage.ts'
import { checkBackups, checkTls, examine } from './doctor.ts'
import { settingNames, unknownSettings } from './check-settings.ts'

const folder = tempFolder('agridesk-doctor-')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const now = new Date()

describe.each(databaseNames)('the doctor on %s', (name) => {
  let home: TestDatabase
  beforeAll(async () => {
    home = await newDatabase(name, { isReady: true })
    chmodSync(home.dataDir, 0o700)
  })
  afterAll(() => home.drop())
  const look = async (settings: Record<string, string> = {}): Promise<string[]> => {
    const environment = {
      DATA_DIR: home.dataDir,
      ...(home.databaseUrl && { DATABASE_URL: home.databaseUrl }),
      ...settings,
    }
    return (await examine(environment, now)).map(
      ({ state, about, sentence }) => `${state} ${about}: ${sentence}`,
    )
  }

  it('says what is right, and which backups are missing', async () => {
    const found = await look()
    const wrong = found.filter((line) => !line.startsWith('ok'))
    expect(found).toContain('ok database: It answers, and its tables are those of this version.')
    expect(found.filter((line) => line.startsWith('ok clock'))).toHaveLength(1)
    if (name === 'sqlite') expect(found).toContain('ok database: No page of the file is damaged.')
    // The PostgreSQL of the tests does not wait for the disk.
    expect(wrong.filter((line) => !/backups:|BACKUP_DIR|fsync/.test(line))).toEqual([])
    expect(wrong.some((line) => line.includes('backups:'))).toBe(true)
  })

  it('finds a clock that is wrong, and a database that does not answer', async () => {
    const past = await examine(
      { DATA_DIR: home.dataDir, ...(home.databaseUrl && { DATABASE_URL: home.databaseUrl }) },
      new Date('2020-01-01T00:00:00Z'),
    )
    if (name === 'postgres') {
      expect(past.find(({ about }) => about === 'clock')?.sentence).toMatch(/is \d+ s ahead of this machine/)
      const [gone] = (await look({ DATABASE_URL: 'postgres://127.0.0.1:1/none' })).filter((line) =>
        line.includes('database:'),
      )
      expect(gone).toMatch(/^problem database: .*refuses the connection/)
      await onServer(
        home.databaseUrl!,
        "insert into migration (name, checksum, applied_at) values ('9999-x', 'x', 'x')",
      )
      expect((await look()).join('\n')).toContain('It is newer than this version of AgriDesk')
    } else {
      expect(past.find(({ about }) => about === 'clock')?.sentence).toContain(
        'in the future: the clock was set back',
      )
      expect((await look({ DATA_DIR: join(folder, 'none') })).join('\n')).toContain(
        'the first start creates it',
      )
      const broken = join(folder, 'broken')
      mkdirSync(broken, { mode: 0o755 })
      writeFileSync(join(broken, 'agridesk.sqlite'), 'not a database'.repeat(1000))
      const found = (await look({ DATA_DIR: broken })).join('\n')
      expect(found).toMatch(/problem database: .*damaged or not a database/)
      expect(found).toContain('chmod 700')
    }
  })
})

describe('the doctor', () => {
  it('finds misspelled and contradicting settings', async () => {
    expect(settingNames()).toContain('SLOW_REQUEST_MS')
    expect(settingNames()).toContain('BACKUP_KEY')
    const sentences = unknownSettings({
      DATABASE_ULR: 'x',
      BACKUP_FOLDER: 'x',
      PATH: 'x',
      HOME: 'x',
      HOSTNAME: 'x',
      PORT: '1',
    })
    expect(sentences.map(({ sentence }) => sentence)).toEqual([
      'DATABASE_ULR is no setting. Did you mean DATABASE_URL?',
      expect.stringContaining('BACKUP_FOLDER is no setting of this version'),
    ])
    const [invalid] = await examine({ PORT: 'x' }, now)
    expect(invalid).toMatchObject({ about: 'settings', state: 'problem' })
    const found = await examine(
      { DATA_DIR: join(folder, 'none'), HOST: '0.0.0.0', SITE_URL: 'https://a.example' },
      now,
    )
    const text = found.map(({ sentence }) => sentence).join('\n')
    expect(text).toContain('neither TLS_CERT nor TRUST_PROXY is set')
    expect(text).toContain('passwords are sent in the clear')
  })

  it('finds TLS files that are missing, end soon, or are for another name', () => {
    const { cert, key } = makeCertificate(5)
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
    // It ends four days after now; half a day before, no second more or less changes the number of days.
    const before = new Date(now.getTime() - 12 * 3_600_000)
    const sentences = (siteUrl?: string) =>
      checkTls({ tls: files, siteUrl }, before).map(({ sentence }) => sentence)
    expect(sentences()).toEqual(['The certificate ends in 4 days. Renew it.'])
    expect(sentences('https://other.example')[0]).toContain('is not for other.example')
    expect(checkTls({ tls: files, siteUrl: undefined }, new Date(now.getTime() + 9e8))[0]!.state).toBe(
      'problem',
    )
    const missing = checkTls({ tls: { ...files, key: join(folder, 'none') }, siteUrl: undefined }, now)
    expect(missing[0]!.sentence).toContain('cannot be read')
  })

  it('logs in to the mail server without sending', async () => {
    const smtp = await openSmtpServer()
    const settings = {
      DATA_DIR: join(folder, 'none'),
      SITE_URL: 'http://a.example',
      MAIL_FROM: 'a@a.example',
    }
    const look = async () =>
      (await examine({ ...settings, SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none` }, now)).find(
        ({ about }) => about === 'mail',
      )!
    expect(await look()).toMatchObject({ state: 'ok' })
    expect(smtp.received).toEqual([])
    await smtp.close()
    expect(await look()).toMatchObject({
      state: 'problem',
      sentence: expect.stringContaining('Check SMTP_URL'),
    })
  })

  it('knows the age of the newest proven backup', () => {
    const config = readConfig({ DATABASE_URL: 'postgres://x/y' })
    const hours = (count: number): string => new Date(now.getTime() - count * 3_600_000).toISOString()
    const state = (provenAt?: string) => checkBackups(config, provenAt, now)[0]!.state
    expect([state(), state(hours(5)), state(hours(72))]).toEqual(['warning', 'ok', 'problem'])
    expect(checkBackups(readConfig({ BACKUP_DIR: 'none' }), undefined, now)[0]!.sentence).toContain(
      'there are no backups',
    )
  })

  it('asks the storage of backups, and says what is missing there', async () => {
    const server = await startStorageServer()
    const look = async (settings: Record<string, string> = {}): Promise<string> => {
      const config = readConfig({
        BACKUP_S3_ENDPOINT: server.endpoint,
        BACKUP_S3_BUCKET: server.bucket,
        BACKUP_S3_ACCESS_KEY: storageKeys.accessKey,
        BACKUP_S3_SECRET_KEY: storageKeys.secretKey,
        ...settings,
      })
      return (await checkStorage(config)).map(({ state, sentence }) => `${state} ${sentence}`).join('\n')
    }
    try {
      expect(await look()).toMatch(/^warning Nothing was copied .*\nwarning .*not encrypted\. Set BACKUP_KEY/)
      expect(await look({ BACKUP_S3_SECRET_KEY: 'wrong' })).toMatch(/^problem The storage does not know/)
      expect(await look({ BACKUP_S3_BUCKET: 'other' })).toMatch(/^problem The storage has no bucket/)
      const owner = { at: new Date(), bytes: Buffer.from('{"folder":"f","start":"s","host":"farm"}') }
      server.objects.set('agridesk/owner.json', owner)
      expect(await look()).toMatch(/^ok The backups of the server on farm are copied to backups\/agridesk\//)
      owner.at = new Date(Date.now() - 3_600_000)
      expect(await look()).toMatch(/^problem The server on farm has last used .* 60 minutes ago/)
      expect(server.answered.filter((each) => !each.startsWith('GET'))).toEqual([])
    } finally {
      await server.close()
    }
  })
})
