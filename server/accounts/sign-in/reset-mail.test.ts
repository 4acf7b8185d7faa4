import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { selfSigned } from '#testing/files/self-signed.ts'
import { openSmtpServer, type SmtpServer } from '#testing/processes/smtp-server.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'
import type { Context } from '../../core/context.ts'
import { addressAllowance } from '../../core/rate-limit.ts'
import { insertAccount } from '../account-store.ts'
import { requestReset } from './reset-mail.ts'

const site = 'https://desk.example.in'
const message = 'If an account has this address, a link is on its way.'
const next = 'sugarcane after the rain'

describe.each(databaseNames)('a reset link by e-mail on %s', (database) => {
  let smtp: SmtpServer
  let test: TestApp
  const open = async (url = `smtp://127.0.0.1:${smtp.port}?tls=none`): Promise<void> => {
    test = await openTestApp(database, {
      SMTP_URL: url,
      MAIL_FROM: 'The Desk <desk@example.in>',
      SITE_URL: site,
      TRUST_PROXY: '127.0.0.1',
    })
    isOpen = true
    await test.as('ADMIN')
  }
  let isOpen = false
  let eventsBefore = 0
  const close = async (): Promise<void> => {
    if (isOpen) await test.close()
    isOpen = false
  }
  beforeAll(async () => {
    smtp = await openSmtpServer()
  })
  beforeEach(async () => {
    smtp.received.length = smtp.said.length = 0
    smtp.manners = {}
    if (!isOpen) await open()
    eventsBefore = (await allEvents()).length
  })
  afterAll(async () => {
    await close()
    await smtp.close()
  })

  const person = async (
    name: string,
    status: 'active' | 'pending' | 'disabled' = 'active',
  ): Promise<string> => {
    const email = `${name}@example.in`
    const account = {
      id: name,
      username: name,
      email,
      phone: null,
      language: null,
      passwordHash: 'none',
      version: 1,
    }
    const createdAt = test.clock.now.toISOString()
    await test.store.transaction((tx) => insertAccount(tx, { ...account, status, role: 'VIEWER', createdAt }))
    return email
  }
  const ask = (body: unknown, address = '10.1.1.1'): Promise<Answer> =>
    test.request('POST', '/api/auth/reset/mail', body, {
      as: 'anonymous',
      headers: { 'x-forwarded-for': address, host: 'evil.example' },
    })
  const advance = (minutes: number): void => {
    test.clock.now = new Date(test.clock.now.getTime() + minutes * 60_000)
  }
  /** Closing waits for pending mails; reading still works. */
  const closeServer = (): Promise<void> => test.app.server.close()
  const allEvents = async (): Promise<Json[]> =>
    (await test.store.read.selectFrom('audit_event').selectAll().orderBy('id').execute()).map((row) => [
      row.action,
      JSON.parse(String(row.details)),
    ])
  /** The events of this test, once there are this many. */
  const events = async (count: number): Promise<Json[]> => {
    for (let tries = 0; tries < 500; tries++) {
      const found = (await allEvents()).slice(eventsBefore)
      if (found.length >= count) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('no event was recorded')
  }
  const tokenIn = ({ text }: { text: string }): string => /\/reset#([\w-]{43})\n/.exec(text)![1]!
  const reset = (token: string): Promise<Answer> =>
    test.request('POST', '/api/auth/reset', { token, password: next }, { as: 'anonymous' })

  it('is sent to the address of the account, points to the configured site, and works once', async () => {
    await person('asha')
    const { status, body } = await ask({ email: 'Asha@Example.in' })
    expect([status, body]).toEqual([202, { msg: message }])
    const mail = await smtp.mail(0)
    expect([mail.from, mail.to]).toEqual(['desk@example.in', ['asha@example.in']])
    expect(mail.headers).toContain('From: The Desk <desk@example.in>')
    expect(mail.headers).toContain('Auto-Submitted: auto-generated')
    expect(mail.text).toContain(`${site}/reset#`)
    expect(mail.text + mail.headers).not.toContain('evil')
    const answer = await reset(tokenIn(mail))
    expect([answer.status, answer.body]).toEqual([200, { msg: 'Password changed' }])
    expect((await reset(tokenIn(mail))).body.msg).toBe(
      'This link has been used or has expired. Request a new one on the login page',
    )
    expect(await events(2)).toEqual([
      ['reset asked', { email: 'Asha@Example.in' }],
      ['mail sent', { email: 'asha@example.in', subject: 'Choose a new AgriDesk password' }],
    ])
  })

  it('is valid for half an hour, and is replaced by the next one', async () => {
    await person('bina')
    await ask({ email: 'bina@example.in' })
    const first = tokenIn(await smtp.mail(0))
    advance(6)
    await ask({ email: 'bina@example.in' })
    const second = tokenIn(await smtp.mail(1))
    expect((await reset(first)).status).toBe(403)
    advance(31)
    expect((await reset(second)).status).toBe(403)
  })

  it('gives the same response for unknown, pending, disabled and invited addresses, and sends nothing', async () => {
    await person('active')
    await person('waits', 'pending')
    await person('disabled', 'disabled')
    await test.request('POST', '/api/admin/invitations', { email: 'invited@example.in', role: 'VIEWER' })
    for (const name of ['nobody', 'waits', 'disabled', 'invited', 'active']) {
      const { status, body, headers } = await ask({ email: `${name}@example.in` })
      expect([status, body, headers['content-length']]).toEqual([202, { msg: message }, '63'])
    }
    await closeServer()
    expect(smtp.received.map(({ to }) => to)).toEqual([['active@example.in']])
    await close()
  })

  it('does the same work for every address before the response, and does not read the account', async () => {
    await person('chetan')
    const workFor = async (email: string): Promise<string[]> => {
      const work: string[] = []
      const store = new Proxy(test.store, {
        get: (target, name, receiver) => {
          work.push(String(name))
          return Reflect.get(target, name, receiver) as unknown
        },
      })
      const ctx = { ...test.ctx, store, mailer: { site } } as unknown as Context
      await requestReset(ctx, { email })
      return work
    }
    const known = await workFor('chetan@example.in')
    expect(known).toEqual(await workFor('nobody@example.in'))
    expect(known).not.toContain('read')
    expect(smtp.said).toEqual([])
  })

  it('responds while the mail server is silent, and waits for it when stopping', async () => {
    let release = (): void => {}
    smtp.manners.holdBack = new Promise<void>((resolve) => (release = resolve))
    await person('divya')
    expect((await ask({ email: 'divya@example.in' })).status).toBe(202)
    const stopped = closeServer()
    expect(smtp.received).toEqual([])
    release()
    await stopped
    expect(smtp.received).toHaveLength(1)
    expect((await events(2)).at(-1)![0]).toBe('mail sent')
    await close()
  })

  it('sends one mail for many simultaneous requests, and rate limits known and unknown addresses', async () => {
    await person('esha')
    for (const email of ['esha@example.in', 'nobody@example.in']) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => ask({ email }, `10.2.${at}.1`)))
      const counted = Object.groupBy(answers, ({ status }) => status)
      expect([counted[202]?.length, counted[429]?.length]).toEqual([5, 15])
    }
    await closeServer()
    expect(smtp.received).toHaveLength(1)
    const links = await test.store.read.selectFrom('one_time_link').selectAll().execute()
    expect(links).toHaveLength(1)
    expect(JSON.stringify(links)).not.toContain(tokenIn(smtp.received[0]!))
    await close()
  })

  it('rate limits requests from one network address', async () => {
    const statuses: number[] = []
    const earlier = addressAllowance.burst - 2
    const key = JSON.stringify(['reset mail from', '10.5.5.5'])
    const last_at = test.clock.now.toISOString()
    await test.store.transaction((tx) =>
      tx.insertInto('attempt').values({ key, count: earlier, last_at }).execute(),
    )
    for (let n = 0; n < 4; n++) statuses.push((await ask({ email: `n${n}@example.in` }, '10.5.5.5')).status)
    expect(statuses).toEqual([202, 202, 429, 429])
  })

  it('accepts exactly one e-mail address', async () => {
    await person('jaya')
    for (const email of [
      'jaya@example.in\r\nBcc: thief@example.com',
      'jaya@example.in,thief@example.com',
      'Jaya <jaya@example.in>',
      '"jaya@example.in>\r\nRCPT TO:<thief"@example.com',
      ['jaya@example.in'],
      { address: 'jaya@example.in' },
      '',
      null,
    ]) {
      const { status, body } = await ask({ email })
      expect([status, body.errors[0].field], String(email)).toEqual([422, 'email'])
    }
    const more = { email: 'jaya@example.in', to: 'thief@example.com' }
    expect((await ask(more)).body.errors[0].field).toBe('to')
    expect([smtp.received, smtp.said]).toEqual([[], []])
  })

  it('reports a failing mail server to administrators without the link, and allows a retry', async () => {
    await person('farhan')
    smtp.manners.refuse = { command: 'RCPT', line: '550 no such user here' }
    await ask({ email: 'farhan@example.in' })
    const mailFailure = async (): Promise<Json> => {
      for (let tries = 0; tries < 300; tries++) {
        const { body } = await test.request('GET', '/api/admin/mail')
        if (body.trouble) return body
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      throw new Error('no mail failure was reported')
    }
    const because = 'The mail server does not accept the sender or the address (550)'
    const at = test.clock.now.toISOString()
    expect(await mailFailure()).toEqual({ isOn: true, trouble: { at, email: 'farhan@example.in', because } })
    for (const role of ['OFFICE', 'FIELD', 'VIEWER', 'pending'])
      expect((await test.request('GET', '/api/admin/mail', undefined, { as: role })).status).toBe(403)
    delete smtp.manners.refuse
    expect((await ask({ email: 'farhan@example.in' })).status).toBe(202)
    await smtp.mail(0)
    expect((await events(4)).map(([action]) => action)).toEqual([
      'reset asked',
      'mail not sent',
      'reset asked',
      'mail sent',
    ])
    expect(JSON.stringify(await events(4))).not.toContain('reset#')
  })

  it('mails a link or an invitation for an administrator, and returns it if that fails', async () => {
    await person('gauri')
    const sent = await test.request('POST', '/api/admin/users/gauri/reset/mail')
    const expiresAt = new Date(test.clock.now.getTime() + 24 * 3_600_000).toISOString()
    expect([sent.status, sent.body]).toEqual([201, { expiresAt, sentTo: 'gauri@example.in', site }])
    expect((await reset(tokenIn(smtp.received[0]!))).status).toBe(200)

    const invitation = { email: 'hari@example.in', role: 'VIEWER', send: true }
    const invited = await test.request('POST', '/api/admin/invitations', invitation)
    expect([invited.status, invited.body.sentTo, invited.body.token]).toEqual([
      201,
      'hari@example.in',
      undefined,
    ])
    const [, token, email] = /\/invite#([\w-]{43})~(\S+)\n/.exec(smtp.received[1]!.text)!
    expect(decodeURIComponent(email!)).toBe('hari@example.in')
    const form = { token, username: 'Hari', password: next }
    const opened = await test.request('POST', '/api/auth/invitation', form, { as: 'anonymous' })
    expect(opened.status).toBe(201)

    await smtp.close()
    const failed = await test.request('POST', '/api/admin/users/gauri/reset/mail')
    expect(failed.body).toMatchObject({ failure: 'The mail server cannot be reached' })
    expect((await reset(failed.body.token)).status).toBe(200)
    smtp = await openSmtpServer()
    await close()
  })

  it('sends nothing to a mail server without encryption or with an untrusted certificate', async () => {
    await close()
    await open(`smtp://desk:secret@localhost:${smtp.port}`)
    await person('indu')
    const send = (): Promise<Answer> => test.request('POST', '/api/admin/users/indu/reset/mail')
    const failure = 'The connection to the mail server cannot be encrypted, or its certificate is not trusted'
    expect((await send()).body.failure).toContain(failure)
    const tls = selfSigned('localhost')
    smtp.manners.tls = tls
    expect((await send()).body.failure).toContain(failure)
    expect(smtp.said.join()).not.toMatch(/AUTH|MAIL/)
    expect(smtp.received).toEqual([])
    const trusted = getCACertificates('default')
    setDefaultCACertificates([tls.cert])
    try {
      expect((await send()).body).toMatchObject({ sentTo: 'indu@example.in' })
    } finally {
      setDefaultCACertificates(trusted)
    }
    expect(smtp.said.join()).toMatch(/AUTH PLAIN/)
  })
})

describe('without mail', () => {
  it('offers no reset mail', async () => {
    const test = await openTestApp('sqlite')
    const offered = await test.request('GET', '/api/auth/reset/mail', undefined, { as: 'anonymous' })
    expect(offered.body).toEqual({ isOffered: false })
    const asked = await test.request('POST', '/api/auth/reset/mail', { email: 'a@b.in' }, { as: 'anonymous' })
    expect([asked.status, asked.body.msg]).toEqual([
      409,
      'This server does not send mail. Ask an administrator for a link',
    ])
    expect((await test.request('GET', '/api/admin/mail')).body).toEqual({ isOn: false, trouble: null })
    await test.close()
  })
})
