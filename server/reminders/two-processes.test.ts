import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { newPerson } from '#testing/people.ts'
import { startServer, type ServerProcess } from '#testing/processes/server-process.ts'
import { openSmtpServer, type SmtpServer } from '#testing/processes/smtp-server.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

// Several instances can share PostgreSQL only.

const timeZone = 'Asia/Kolkata'
const people = 25

let test: TestApp
let smtp: SmtpServer
const servers: ServerProcess[] = []

beforeAll(async () => {
  smtp = await openSmtpServer()
  test = await openTestApp('postgres')
  test.clock.now = new Date()
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
  const settings = {
    DATA_DIR: test.config.dataDir,
    DATABASE_URL: test.config.databaseUrl!,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}?tls=none`,
    MAIL_FROM: 'desk@two.in',
    SITE_URL: 'https://desk.two.in',
    REMINDERS_AT: '00:00',
    REMINDERS_UNTIL: '23:59',
    QUIET_HOURS: '23:59-00:00',
    WEEKLY_OFF: 'none',
  }
  // Together, so that their minutes begin together.
  servers.push(...(await Promise.all([startServer(settings), startServer(settings)])))
}, 180_000)
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL')
  await test.close()
  await smtp.close()
})

it('two processes on one database write and e-mail each digest once', { timeout: 240_000 }, async () => {
  const rows = (): Promise<Json[]> =>
    test.store.read.selectFrom('notification').select(['account_id', 'mail_state']).execute()
  const isSent = async (): Promise<boolean> => {
    const all = await rows()
    return all.length >= people && all.every((row) => row.mail_state === 'sent')
  }
  // They send once a minute.
  await expect.poll(isSent, { timeout: 150_000, interval: 500 }).toBe(true)
  // The other process is in the same minute.
  await sleep(5_000)
  const accounts = (await rows()).map((row) => row.account_id)
  expect(new Set(accounts).size).toBe(accounts.length)
  const receivers = smtp.received.map(({ to }) => to.join())
  expect(receivers.filter((to) => to.startsWith('person')).toSorted()).toEqual(
    Array.from({ length: people }, (_, n) => `person${n + 1}@two.in`).toSorted(),
  )
  expect(new Set(receivers).size).toBe(receivers.length)
  for (const server of servers) expect(server.output()).not.toMatch(/reminder|digest|housekeeping failed/)
})
