import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames, type TestDatabase } from '#testing/databases.ts'
import { scanFiles, scanTables } from '#testing/scan-store.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { insertAccount } from '../accounts/account-store.ts'
import { openSession } from '../accounts/sign-in/session-store.ts'
import { insertIdentity } from '../accounts/single-sign-on/identity-store.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { dynamic } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { newId } from '../store/new-id.ts'
import { repeatErasures, listErasure } from './erasure-list.ts'

const ofEmployee = {
  name: 'Jigneshkumar Vaghela',
  userId: 'jvaghela-7',
  email: 'Jignesh.V@example.in',
  phone: '+91 97129 33445',
  street: '7 Neem Tree Row',
}
const ofUser = { Emp_Mobile_No: '+91 97129 66778', Emp_Mail_Id: 'jv.second@example.in' }
const ofAccount = { username: 'Jignesh', email: 'jignesh.login@example.in', phone: '97129 88990' }
const employeeValues = [
  ...Object.values(ofEmployee),
  ...Object.values(ofUser),
  '9712933445',
  '22.5511',
  'kidney stone',
]
const accountValues = [
  ...Object.values(ofAccount),
  '203.0.113.77',
  'Nokia 3310',
  'jignesh again',
  'sub-48151623',
]

describe.each(databaseNames)('personal data of employees and accounts on %s', (database) => {
  let test: TestApp
  let employee: Json
  let number: string
  let user: Json
  let id: string
  let token: string
  beforeAll(async () => {
    test = await openTestApp(database)
    employee = await test.make('employee', ofEmployee)
    number = employee.employeeNumber
    user = await test.make('staffUser', {
      User_Id: ofEmployee.userId,
      Employee_Code: 'S900',
      Employee_Name: ofEmployee.name,
      ...ofUser,
    })
    await test.make('userRole', { Employee_Code: 'S900', Employee_Name: ofEmployee.name })
    await test.request('POST', '/api/v1/working-times', {
      Employee_Number: number,
      Start_Place: '22.5511, 72.9512',
    })
    await test.request('POST', '/api/v1/leaves', {
      Employee_Number: number,
      From_Date: '2026-11-10',
      To_Date: '2026-11-11',
      Reason: 'kidney stone',
    })
    await test.make('customer', { Customer_Code: 'C900' })
    const { body: visit } = await test.request('POST', '/api/v1/visits', {
      Customer_Code: 'C900',
      Status: 'visited',
      Visited_On: '2026-11-10',
      Joined_By: [number],
    })
    expect(visit.id, JSON.stringify(visit)).toBeTruthy()
    const now = test.clock.now
    id = newId(now)
    const at = now.toISOString()
    token = await test.store.transaction(async (tx) => {
      await insertAccount(tx, {
        id,
        ...ofAccount,
        language: null,
        passwordHash: 'none',
        status: 'active',
        role: 'ADMIN',
        version: 1,
        createdAt: at,
      })
      const rows: [string, Record<string, string | number>][] = [
        [
          'known_device',
          {
            account_id: id,
            device_key: 'k',
            id,
            device: 'Nokia 3310',
            address: '203.0.113.77',
            first_at: at,
            last_at: at,
          },
        ],
        ['known_address', { account_id: id, address: '203.0.113.77', last_at: at }],
        [
          'push_subscription',
          {
            id,
            account_id: id,
            session_id: 's',
            endpoint: 'https://x/jignesh again',
            p256dh: 'p',
            auth: 'a',
            device: 'Nokia 3310',
            created_at: at,
          },
        ],
        [
          'field_device',
          {
            id,
            account_id: id,
            label: 'Nokia 3310',
            key_hash: 'h',
            created_at: at,
            last_at: at,
            waiting: 0,
            clock_offset: 0,
          },
        ],
        [
          'second_factor',
          { account_id: id, secret: 'jignesh again', begun_at: at, confirmed_at: at, last_step: 0 },
        ],
        [
          'notification',
          {
            id,
            account_id: id,
            subject: 'x',
            facts: '{"to":"Jignesh"}',
            created_at: at,
            mail_state: 'none',
            mail_tries: 0,
            mail_after: at,
            push_state: 'none',
          },
        ],
      ]
      for (const [table, row] of rows) await dynamic(tx).insertInto(table).values(row).execute()
      const identity = { issuer: 'https://id.example.in', subject: 'sub-48151623' }
      await insertIdentity(tx, identity, id, now)
      recordEvent(tx, test.ctx, {
        action: 'sign-on linked',
        by: { id, name: ofAccount.username },
        entity: 'account',
        record: id,
        details: identity,
      })
      return openSession(
        tx,
        { accountId: id, role: 'ADMIN', address: '203.0.113.77', device: 'Nokia 3310' },
        now,
      )
    })
    await test.request(
      'PATCH',
      `/api/v1/customers/C900`,
      { Customer_Name: 'Changed', version: 1 },
      { as: token },
    )
    await test.request(
      'POST',
      '/api/v1/comments',
      { entity: 'customer', record: 'C900', body: 'well' },
      { as: token },
    )
    await test.request('GET', '/api/v1/exports/customers.csv?q=jignesh.login@example.in', undefined, {
      as: token,
    })
    await test.request(
      'POST',
      '/api/auth/login',
      { email: ofAccount.email, password: 'wrong and long' },
      { as: 'anonymous' },
    )
  })
  let home: TestDatabase | undefined
  afterAll(() => home?.drop() ?? test.close())

  const erase = (path: string, body: Json, as = 'ADMIN'): Promise<Json> =>
    test.request('POST', `${path}/erase`, body, { as })
  const verify = async (): Promise<void> => {
    await sealAudit({ store: test.store, now: () => test.clock.now })
    expect((await verifyAudit(test.store.read, test.store.dialect)).problems).toEqual([])
  }

  it('of an employee is exported with its user, and reported before', async () => {
    const path = `/api/v1/employees/${employee.id}`
    expect((await test.request('GET', `${path}/personal-data`, undefined, { as: 'OFFICE' })).status).toBe(403)
    const { body, headers } = await test.request('GET', `/api/v1/employees/${number}/personal-data`)
    expect(headers['content-disposition']).toContain(`personal-data-${number}.json`)
    expect(body.records).toMatchObject({
      employee: [ofEmployee],
      staffUser: [ofUser],
      leave: [{}],
      workingTime: [{}],
    })
    expect(body.references['visit.Joined_By']).toHaveLength(1)
    const before = await scanTables(test.store, database, employeeValues)
    expect(before.length).toBeGreaterThan(15)
    const { body: report } = await erase(path, { dryRun: true })
    expect(report).toMatchObject({ isDryRun: true, code: number, others: [] })
    expect(report.stays.every(({ why }: Json) => why)).toBe(true)
    expect((await erase(path, {})).status).toBe(422)
    expect((await erase('/api/v1/employees/NOPE', { dryRun: true })).status).toBe(404)
    expect(await scanTables(test.store, database, employeeValues)).toEqual(before)
  })

  it('of an employee is erased from every table, and visits still name its number', async () => {
    await sealAudit({ store: test.store, now: () => test.clock.now })
    const { status, body } = await erase(`/api/v1/users/${user.id}`, {
      reason: 'asked by Jigneshkumar Vaghela',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await scanTables(test.store, database, employeeValues)).toEqual([])
    const { body: now } = await test.request('GET', `/api/v1/employees/${number}`)
    expect(now).toMatchObject({ name: `Erased ${number}`, Retired_On: '2026-11-15' })
    expect((await test.request('GET', `/api/v1/users/${user.id}`)).body).toMatchObject({
      User_Id: 'Erased S900',
      Employee_Code: 'S900',
      Emp_Mail_Id: null,
    })
    expect((await test.request('GET', '/api/v1/visits?limit=5')).body.items).toMatchObject([
      { Joined_By: [number] },
    ])
    await verify()
  })

  it('of an account is exported, and erased by another administrator only', async () => {
    const path = `/api/admin/users/${id}`
    const { body } = await test.request('GET', `${path}/personal-data`)
    expect(body).toMatchObject({
      account: ofAccount,
      sessions: [{ device: 'Nokia 3310' }],
      phones: [{}],
      commentsMade: [{ body: 'well' }],
    })
    expect(JSON.stringify(body)).not.toContain('passwordHash')
    expect((await erase(path, { dryRun: true }, token)).status).toBe(409)
    expect((await erase(path, { reason: 'x' }, 'OFFICE')).status).toBe(403)
    expect((await erase(`/api/admin/users/${newId(test.clock.now)}`, { dryRun: true })).status).toBe(404)
    expect((await erase(path, { dryRun: true })).body.erased.length).toBeGreaterThan(2)
  })

  it('of an account is erased: it is logged out, and its entries have a pseudonym', async () => {
    const path = `/api/admin/users/${id}`
    const { status, body } = await erase(path, { reason: 'left the firm' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(await scanTables(test.store, database, accountValues)).toEqual([])
    expect((await test.request('GET', '/api/v1/me', undefined, { as: token })).status).toBe(401)
    const pseudonym = `Erased ${id.slice(-6)}`
    const { body: audit } = await test.request('GET', `/api/v1/audit?who=${encodeURIComponent(pseudonym)}`)
    expect(audit.items.length).toBeGreaterThan(1)
    const { body: comments } = await test.request('GET', '/api/v1/comments?entity=customer&record=C900')
    expect(JSON.stringify(comments)).toContain(pseudonym)
    await verify()
    expect(await repeatErasures(test.ctx)).toBe(0)
  })

  it('of the last administrator stays, also when an older backup is restored', async () => {
    const { body: me } = await test.request('GET', '/api/v1/me')
    const at = test.clock.now.toISOString()
    listErasure(test.ctx, { id: newId(test.clock.now), entity: 'account', record: me.id, at })
    expect(await repeatErasures(test.ctx)).toBe(0)
    expect((await test.request('GET', '/api/v1/me')).status).toBe(200)
  })
  it('is in no file of the data folder when the server has stopped', async () => {
    home = await test.leave()
    expect(scanFiles(home.dataDir, [...employeeValues, ...accountValues])).toEqual([])
  })
})
