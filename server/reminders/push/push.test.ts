import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { instantAt } from '#domain/dates/moments.ts'
import { databaseNames } from '#testing/databases.ts'
import { selfSigned } from '#testing/files/self-signed.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { createReminders } from '../run-reminders.ts'
import { encryptMessage } from './encrypt-message.ts'
import { isPublicAddress, publicLookup } from '../../base/public-address.ts'
import { parseEndpoint } from './push-endpoint.ts'
import { createPushSender } from './send-push.ts'

const host = 'push.example.com'

/** A browser: its keys, and how it decrypts, written from RFC 8291 and RFC 8188. */
function newBrowser() {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, 16)
    expect(body.readUInt32BE(16)).toBe(4096)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const encrypted = body.subarray(21 + keyLength, -16)
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, keyInfo, 32))
    const derive = (info: string, length: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${info}\0`), length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(body.subarray(-16))
    const record = Buffer.concat([decipher.update(encrypted), decipher.final()])
    expect(record.at(-1)).toBe(2)
    return record.subarray(0, -1).toString()
  }
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    decrypt,
    raw: { p256dh: publicKey, auth },
  }
}

describe.each(databaseNames)('push messages on %s', (database) => {
  let test: TestApp
  let server: Server
  let person: { id: string; token: string }
  let answer = 201
  const received: { path: string; headers: Json; body: Buffer }[] = []
  const certificate = selfSigned(host)
  let browser = newBrowser()

  beforeAll(async () => {
    server = createServer(certificate, (request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
        response.writeHead(answer).end()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    test = await openTestApp(database)
    const customer = await test.make('customer', {
      Customer_Code: 'P1',
      Customer_Name: 'Umiya & <b>Sons</b>',
    })
    const { Country_Code, Zone_Code, State_Code, Pool_Code, Station_Code, City_Code } = customer
    await test.make('employee', {
      email: 'ravi@example.in',
      countryCode: Country_Code,
      zoneCode: Zone_Code,
      stateCode: State_Code,
      poolCode: Pool_Code,
      stationCode: Station_Code,
      cityCode: City_Code,
    })
    person = await newPerson(test, 'ravi@example.in', 'FIELD')
    const plan = { Customer_Code: 'P1', Planned_Date: '2026-11-17', Planned_Time: '10:00', Remarks: '' }
    expect((await test.request('POST', '/api/v1/visits', plan, { as: person.token })).status).toBe(201)
  })
  afterAll(async () => {
    await test.close()
    server.close()
  })
  beforeEach(async () => {
    received.length = 0
    answer = 201
    browser = newBrowser()
    for (const table of ['notification', 'push_subscription'] as const)
      await test.store.transaction((tx) => tx.deleteFrom(table).execute())
    at('08:00')
  })

  const at = (time: string): void => {
    test.clock.now = new Date(instantAt('2026-11-17', time, 'Asia/Kolkata'))
  }
  const send = createPushSender({
    ca: certificate.cert,
    lookup: (_name, options, callback) =>
      options.all === true
        ? callback(null, [{ address: '127.0.0.1', family: 4 }])
        : callback(null, '127.0.0.1', 4),
  })
  const remind = (): Promise<void> => createReminders(test.ctx, send)()
  const subscribe = (path = '/device-1', token = person.token): Promise<Json> => {
    const { port } = server.address() as AddressInfo
    const body = { endpoint: `https://${host}:${port}${path}`, ...browser.keys }
    return test.request('POST', '/api/v1/me/push', body, { as: token })
  }
  const devices = async (): Promise<Json[]> =>
    (await test.request('GET', '/api/v1/me/push', undefined, { as: person.token })).body.devices

  it('sends an encrypted digest once, signed by the key that the browser subscribed with', async () => {
    expect((await subscribe()).status).toBe(201)
    await Promise.all([remind(), remind(), remind()])
    await remind()
    expect(received).toHaveLength(1)
    const [{ path, headers, body }] = received as [(typeof received)[0]]
    expect(path).toBe('/device-1')
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '28800' })
    const message = JSON.parse(browser.decrypt(body)) as Json
    expect(message).toMatchObject({ title: 'Your day: Tuesday 17/11/2026', to: '/notifications' })
    expect(message.body).toContain('1 visit today, first: Umiya & <b>Sons</b> 10:00')
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.authorization) ?? []
    const { publicKey } = (await test.request('GET', '/api/v1/me/push', undefined, { as: person.token })).body
    expect(key).toBe(publicKey)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const verifyKey = createPublicKey({
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      format: 'jwk',
    })
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: verifyKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
    const { aud, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Json
    expect(aud).toBe(`https://${host}:${(server.address() as AddressInfo).port}`)
    expect(exp * 1000 - test.clock.now.getTime()).toBe(12 * 60 * 60 * 1000)
  })

  it.each([404, 410])('removes a device whose subscription ended with %s', async (status) => {
    await subscribe()
    answer = status
    await remind()
    expect(await devices()).toEqual([])
  })

  it('keeps a device when the push service fails, and does not send again', async () => {
    await subscribe()
    answer = 500
    await remind()
    answer = 201
    await remind()
    expect(received).toHaveLength(1)
    expect(await devices()).toHaveLength(1)
  })

  it('holds back in quiet hours, and sends nothing to those who switched it off', async () => {
    const choose = (changed: object): Promise<Json> =>
      test.request(
        'PUT',
        '/api/v1/me/reminders',
        { digest: true, email: true, push: true, quietFrom: '22:00', quietTo: '09:00', ...changed },
        { as: person.token },
      )
    await choose({})
    await subscribe()
    await remind()
    expect(received).toEqual([])
    at('09:00')
    await remind()
    expect(received).toHaveLength(1)
    await test.store.transaction((tx) => tx.deleteFrom('notification').execute())
    await choose({ push: false })
    await remind()
    expect(received).toHaveLength(1)
    await test.store.transaction((tx) => tx.deleteFrom('reminder_setting').execute())
  })

  it('forgets the device when the account logs out there, and only there', async () => {
    const { token } = await newPerson(test, 'guest@example.in', 'FIELD')
    await subscribe('/guest', token)
    await subscribe('/own')
    expect((await test.request('POST', '/api/auth/logout', undefined, { as: token })).status).toBe(204)
    const rows = await test.store.read.selectFrom('push_subscription').select('endpoint').execute()
    expect(rows.map(({ endpoint }) => new URL(endpoint).pathname)).toEqual(['/own'])
  })

  it('gives a browser to the account that subscribed last, and removes a device of the own account only', async () => {
    const other = await newPerson(test, 'other@example.in', 'FIELD')
    const { id } = (await subscribe()).body
    const remove = (as: string): Promise<Json> =>
      test.request('DELETE', `/api/v1/me/push/${id}`, undefined, { as })
    expect((await remove(other.token)).status).toBe(404)
    expect((await subscribe('/device-1', other.token)).body.id).toBe(id)
    expect(await devices()).toEqual([])
    expect((await remove(other.token)).status).toBe(204)
  })

  it.each([
    ['endpoint', { endpoint: 'http://push.example.com/1' }],
    ['endpoint', { endpoint: 'https://127.0.0.1/1' }],
    ['endpoint', { endpoint: 'https://[::1]/1' }],
    ['endpoint', { endpoint: 'https://localhost/1' }],
    ['endpoint', { endpoint: 'https://db.internal/1' }],
    ['endpoint', { endpoint: 'https://user:word@push.example.com/1' }],
    ['endpoint', { endpoint: 'file:///etc/passwd' }],
    ['p256dh', { p256dh: 'AAAA' }],
    ['p256dh', { p256dh: `B${'A'.repeat(86)}` }],
    ['auth', { auth: '' }],
  ])('refuses a wrong %s: %o', async (field, wrong) => {
    const body = { endpoint: 'https://push.example.com/1', ...browser.keys, ...wrong }
    const { status, body: problem } = await test.request('POST', '/api/v1/me/push', body, {
      as: person.token,
    })
    expect(status, JSON.stringify(problem)).toBe(422)
    expect(problem.errors.map((each: Json) => each.field)).toEqual([field])
  })
})

it('encrypts each message with other keys, up to the limit', () => {
  const { raw, decrypt } = newBrowser()
  const one = encryptMessage(Buffer.from('ગુજરાત'), raw)
  expect(decrypt(one)).toBe('ગુજરાત')
  expect(encryptMessage(Buffer.from('ગુજરાત'), raw).equals(one)).toBe(false)
  expect(encryptMessage(Buffer.alloc(3993, 'a'), raw).length).toBe(4096)
  expect(() => encryptMessage(Buffer.alloc(3994), raw)).toThrow(RangeError)
})

it('knows public addresses', () => {
  const own =
    '0.0.0.0 10.1.2.3 127.0.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 224.0.0.1 255.255.255.255'
  for (const address of own.split(' ')) expect(isPublicAddress(address), address).toBe(false)
  for (const address of '::1 :: fe80::1 fc00::1 fd12::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1:: 2001:db8::1 ff02::1'.split(
    ' ',
  ))
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of '8.8.8.8 172.32.0.1 142.250.0.1 2607:f8b0::1 2a00:1450::1'.split(' '))
    expect(isPublicAddress(address), address).toBe(true)
  expect(isPublicAddress('push.example.com')).toBe(false)
  expect(parseEndpoint('https://fcm.googleapis.com/fcm/send/abc')?.host).toBe('fcm.googleapis.com')
  expect(parseEndpoint('https://0x7f000001/')).toBeUndefined()
  expect(parseEndpoint('https://2130706433/')).toBeUndefined()
})

it('does not connect to a name with a private address', async () => {
  const error = await new Promise<Error | null>((resolve) =>
    publicLookup('localhost', {}, (problem) => resolve(problem)),
  )
  expect(error?.message).toBe('localhost has an address that is not public')
})
