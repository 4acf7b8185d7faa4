import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn, instantAt } from '#domain/dates/moments.ts'
import { newPerson } from '#testing/people.ts'
import { openSmtpServer, type SmtpServer } from '#testing/processes/smtp-server.ts'
import { openTestApp, type TestApp } from '#testing/test-app.ts'
import { openMailer } from '../base/mailer.ts'
import type { Context } from '../core/context.ts'
import { openStore } from '../store/open-store.ts'
import { createReminders } from './run-reminders.ts'

// Several instances can share PostgreSQL only.

const timeZone = 'Asia/Kolkata'
const people = 25

let test: TestApp
let smtp: SmtpServer
let second: Context

beforeAll(async () => {
  smtp = await openSmtpServer()
  test = await openTestApp('postgres', {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
    MAIL_FROM: 'desk@two.in',
    SITE_URL: 'https://desk.two.in',
    REMINDERS_AT: '07:30',
  })
  test.clock.now = new Date(instantAt('2026-11-19', '07:31', timeZone))
  const yesterday = addDays(dayIn(test.clock.now, timeZone), -1)
  const first = await test.make('customer', { Customer_Code: 'P0', Last_Visited: yesterday })
  const { id: _, version: _1, createdAt: _2, updatedAt: _3, ...values } = first
  const place = Object.fromEntries(
    ['Country', 'Zone', 'State', 'Pool', 'Station', 'City'].map((level) => [
      `${level.toLowerCase()}Code`,
      first[`${level}_Code`],
    ]),
  )
  for (let n = 1; n <= people; n++) {
    const email = `person${n}@two.in`
    const { employeeNumber } = await test.make('employee', {
      name: `Person ${n}`,
      email,
      userId: `P${n}`,
      ...place,
    })
    const { token } = await newPerson(test, email, 'FIELD')
    const Customer_Code = `P${n}`
    const made = await test.request('POST', '/api/v1/customers', {
      ...values,
      Customer_Code,
      Visit_In_Days: 300,
      Erp_Code: null,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const planned = await test.request(
      'POST',
      '/api/v1/visits',
      { Customer_Code, Planned_Date: yesterday, Planned_Time: '10:00', Assigned_To: employeeNumber },
      { as: token },
    )
    expect(planned.status, JSON.stringify(planned.body)).toBe(201)
  }
  // What two processes do not share: connections, a mailer, memory.
  const store = await openStore({ ...test.config, now: test.ctx.now, onTrouble: () => {} })
  second = { ...test.ctx, store, mailer: openMailer(test.config.mail!, test.ctx.log) }
}, 60_000)
afterAll(async () => {
  second.mailer!.close()
  await second.store.close()
  await test.close()
  await smtp.close()
})

it('two instances on one database write and e-mail each digest once', { timeout: 60_000 }, async () => {
  const instances = [{ ...test.ctx, mailer: test.app.mailer }, second].map((ctx) => createReminders(ctx))
  // The first minute of both, and the next.
  for (let minute = 0; minute < 2; minute++) await Promise.all(instances.map((run) => run()))
  const rows = await test.store.read.selectFrom('notification').select(['account_id', 'mail_state']).execute()
  expect(rows.filter((row) => row.mail_state !== 'sent')).toEqual([])
  const accounts = rows.map((row) => row.account_id)
  expect(new Set(accounts).size).toBe(accounts.length)
  const receivers = smtp.received.map(({ to }) => to.join())
  expect(receivers.filter((to) => to.startsWith('person')).toSorted()).toEqual(
    Array.from({ length: people }, (_, n) => `person${n + 1}@two.in`).toSorted(),
  )
  expect(new Set(receivers).size).toBe(receivers.length)
})
