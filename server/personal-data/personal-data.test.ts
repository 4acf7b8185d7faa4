import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames, type TestDatabase } from '#testing/databases.ts'
import { scanFiles, scanTables } from '#testing/scan-store.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { sealAudit } from '../audit/seal-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { dynamic, type Row } from '../store/dialect.ts'
import { newId } from '../store/new-id.ts'
import { repeatErasures } from './erasure-list.ts'

const secrets = {
  Customer_Name: 'Rameshbhai "Babu" Chaudhari',
  Local_Name: 'રમેશભાઈ ચૌધરી',
  Primary_Contact: 'Kokilaben Chaudhari',
  Customer_Email: 'Ramesh.C@example.in',
  Customer_Phone: '+91 98250 11223',
  PAN: 'ABCPC1234F',
  Street: '14 Tamarind Lane',
}
const values = [
  ...Object.values(secrets),
  '9825011223',
  '98250 44556',
  'the old debt of his father',
  'LIC-778899',
  '22.5566',
]

describe.each(databaseNames)('personal data on %s', (database) => {
  let test: TestApp
  let customer: Json
  const log: string[] = []
  beforeAll(async () => {
    test = await openTestApp(database, {}, undefined, undefined, { write: (line) => void log.push(line) })
    customer = await test.make('customer', {
      Customer_Code: 'RC1',
      ...secrets,
      Customer_Phone: '98250 44556',
    })
    const path = `/api/v1/customers/${customer.id}`
    await test.request('PATCH', path, { Customer_Phone: secrets.Customer_Phone, version: 1 })
    await test.request('PUT', '/api/v1/me/location', { isAllowed: true })
    const { body: visit } = await test.request('POST', '/api/v1/visits', {
      Customer_Code: 'RC1',
      Status: 'visited',
      Visited_On: '2026-11-10',
      Remarks: 'the old debt of his father',
      Feedback: 'the old debt of his father',
      Check_In_Place: '22.5566, 72.9512',
    })
    expect(visit.id, JSON.stringify(visit)).toBeTruthy()
    await test.make('customerPlace', { Customer_Code: 'RC1', Place: '22.5566, 72.9512' })
    await test.make('customerLicence', { Customer_Code: 'RC1', Kind: 'seed', Licence_Number: 'LIC-778899' })
    await test.make('contactMessage', { email: 'ramesh.c@example.in', username: secrets.Customer_Name })
    await test.request('POST', '/api/v1/comments', {
      entity: 'customer',
      record: customer.id,
      body: 'Ask Kokilaben Chaudhari',
    })
    await test.request('GET', '/api/v1/exports/customers.csv?q=Ramesh.C@example.in')
    const body = JSON.stringify({
      event: 'customer.updated',
      record: { ...customer, Street: secrets.Street },
    })
    const id = newId(test.clock.now)
    const at = test.clock.now.toISOString()
    const bytes = Buffer.from('a photo of Kokilaben Chaudhari')
    const rows: [string, Row][] = [
      [
        'notification',
        {
          id,
          account_id: id,
          subject: 'visit',
          facts: JSON.stringify({ customers: [{ code: 'RC1', name: secrets.Customer_Name }] }),
          created_at: at,
          mail_state: 'waiting',
          mail_tries: 0,
          mail_after: at,
          push_state: 'none',
        },
      ],
      ['batch', { id, kind: 'import', title: 'Kokilaben Chaudhari.csv', actor_name: 'x', at, state: 'done' }],
      [
        'import_job',
        {
          id,
          entity: 'customer',
          file_name: 'Kokilaben Chaudhari.csv',
          file_hash: 'h',
          file_size: 1,
          by_name: 'x',
          created_at: at,
          state: 'done',
          state_at: at,
          version: 1,
          row_count: 1,
          done_count: 1,
          header: '[]',
          settings: '{}',
          report: JSON.stringify({ problems: [`RC1: ${secrets.Customer_Email} exists`] }),
        },
      ],
      [
        'health_exception',
        { rule: 'x', record_id: customer.id, reason: 'the old debt of his father', by_name: 'x', at },
      ],
      [
        'plan_run',
        {
          plan_id: id,
          run_id: id,
          state: 'done',
          started_at: at,
          alive_at: at,
          progress: 1,
          is_cancelled: 0,
          report: JSON.stringify({ stops: [{ Customer_Code: 'RC1', name: secrets.Customer_Name }] }),
        },
      ],
      ['attempt', { key: JSON.stringify(['contact', 'ramesh.c@example.in']), count: 1, last_at: at }],
      ['idempotency', { owner: 'x', key: 'k', request_hash: 'h', status: 201, body, created_at: at }],
      [
        'webhook_delivery',
        {
          id,
          webhook_id: id,
          event: 'customer.updated',
          body,
          created_at: at,
          state: 'delivered',
          attempts: 1,
          next_at: at,
        },
      ],
      [
        'import_part',
        { job_id: id, part: 1, cells: JSON.stringify([['RC1', secrets.Customer_Name, secrets.Street]]) },
      ],
      [
        'import_memory',
        { entity: 'customer', about: 'x', typed: secrets.Customer_Email, meaning: 'RC1', used_at: at },
      ],
      [
        'saved_view',
        {
          id,
          account_id: id,
          screen: '/x',
          name: 'Kokilaben Chaudhari',
          name_key: 'kokilaben chaudhari',
          query: 'q=98250 11223',
          shared: 0,
          created_at: at,
        },
      ],
      [
        'field_event',
        {
          id,
          reference: 'r',
          kind: 'visit',
          account_id: id,
          by_name: 'x',
          device_id: id,
          recorded_at: at,
          received_at: at,
          customer_id: customer.id,
          visit_id: visit.id,
          content_hash: 'h',
          content: JSON.stringify({
            customer: { id: customer.id },
            values: { Remarks: 'the old debt of his father' },
          }),
          state: 'accepted',
          result: '{}',
        },
      ],
      [
        'proposal',
        {
          id,
          type: 'correction',
          account_id: id,
          by_name: 'x',
          recorded_at: at,
          received_at: at,
          customer_id: customer.id,
          proposed_values: JSON.stringify({ Customer_Phone: '98250 44556', Street: secrets.Street }),
          before_values: '{}',
          remarks: 'by Kokilaben Chaudhari',
          state: 'open',
        },
      ],
    ]
    await test.store.transaction(async (tx) => {
      await tx
        .insertInto('photo')
        .values({ id, media_type: 'image/png', content: bytes, created_at: at, visit_id: visit.id })
        .execute()
      await tx
        .insertInto('document')
        .values({
          id,
          entity: 'customer',
          record_id: customer.id,
          name: 'Kokilaben Chaudhari.pdf',
          media_type: 'application/pdf',
          size: bytes.length,
          hash: 'h',
          content: bytes,
          by_name: 'x',
          at,
        })
        .execute()
      for (const [table, row] of rows) await dynamic(tx).insertInto(table).values(row).execute()
    })
  })
  let home: TestDatabase | undefined
  afterAll(() => home?.drop() ?? test.close())

  const scan = (): Promise<string[]> => scanTables(test.store, database, values)
  const erase = (body: Json, as?: string): Promise<Json> =>
    test.request('POST', `/api/v1/customers/${customer.id}/erase`, body, as === undefined ? {} : { as })

  it('is exported as a file by administrators only, which is recorded', async () => {
    const path = `/api/v1/customers/RC1/personal-data`
    for (const as of ['OFFICE', 'FIELD', 'VIEWER'] as const)
      expect((await test.request('GET', path, undefined, { as })).status).toBe(403)
    expect((await test.request('GET', '/api/v1/customers/NOPE/personal-data')).status).toBe(404)
    const { status, body, headers } = await test.request('GET', path)
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('personal-data-RC1.json')
    expect(body.records.customer).toMatchObject([secrets])
    expect(body.records.customerLicence).toMatchObject([{ Licence_Number: 'LIC-778899' }])
    expect(body).toMatchObject({ comments: [{}], proposals: [{}], history: expect.any(Array) })
    const { body: audit } = await test.request('GET', '/api/v1/audit?action=personal+data+exported')
    expect(audit.items).toMatchObject([{ record: customer.id }])
  })

  it('is reported by a dry run that changes nothing, and refused without a reason or the right', async () => {
    const before = await scan()
    expect(before.length).toBeGreaterThan(20)
    const { status, body } = await erase({ reason: 'asked by letter', dryRun: true })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ isDryRun: true, id: null, code: 'RC1', others: [] })
    expect(body.erased.length).toBeGreaterThan(5)
    expect(body.stays.every(({ why }: Json) => why)).toBe(true)
    expect((await erase({ reason: ' ' })).status).toBe(422)
    expect((await erase({})).status).toBe(422)
    expect((await erase({ reason: 'x' }, 'OFFICE')).status).toBe(403)
    expect(await scan()).toEqual(before)
  })

  it('is erased from every column of every table, and the sealed audit stays in order', async () => {
    const ctx = { store: test.store, now: () => test.clock.now }
    await sealAudit(ctx)
    const namesake = await test.make('customer', {
      Customer_Code: 'RC2',
      Customer_Phone: secrets.Customer_Phone,
    })
    const { status, body } = await erase({ reason: 'asked by Kokilaben Chaudhari on 12/11/2026' })
    expect(status, JSON.stringify(body)).toBe(200)
    // What the report says that stays: the other customer with the same phone.
    expect(body.others).toMatchObject([{ entity: 'customer', id: namesake.id }])
    const left = (await scan()).filter(
      (each) => !/^(customer|history)\.\w+: (\+91 98250 11223|9825011223)$/.test(each),
    )
    expect(left).toEqual([])
    const own = await sql<{ n: number }>`select count(*) as n from history where record_id = ${customer.id}
      and (before_values like '%Chaudhari%' or after_values like '%98250%')`.execute(test.store.read)
    expect(Number(own.rows[0]!.n)).toBe(0)
    const { body: now } = await test.request('GET', `/api/v1/customers/${customer.id}`)
    expect(now).toMatchObject({
      Customer_Code: 'RC1',
      Customer_Name: 'Erased RC1',
      PAN: null,
      Retired_On: '2026-11-15',
    })
    expect((await test.request('GET', '/api/v1/visits?limit=5')).body.items).toMatchObject([
      { Customer_Code: 'RC1', Visited_On: '2026-11-10', Remarks: null, Check_In_Place: null },
    ])
    await sealAudit(ctx)
    const verdict = await verifyAudit(test.store.read, test.store.dialect)
    expect(verdict.problems).toEqual([])
    expect(verdict.erased).toBeGreaterThan(3)
    await test.request('DELETE', `/api/v1/customers/${namesake.id}`)
    expect((await test.request('GET', `/api/v1/audit?action=personal+data+erased`)).body.items).toHaveLength(
      1,
    )
  })

  it('is erased again after an older backup was restored', async () => {
    // The same as a restore for the list: data of the person is there, and the event of the erasure is not.
    const again = await test.make('customer', { Customer_Code: 'RC9', Customer_Name: 'Someone Else Again' })
    expect(await repeatErasures(test.ctx)).toBe(0)
    const { listErasure } = await import('./erasure-list.ts')
    const at = test.clock.now.toISOString()
    listErasure(test.ctx, { id: newId(test.clock.now), entity: 'customer', record: again.id, at })
    expect(await repeatErasures(test.ctx)).toBe(1)
    expect((await test.request('GET', '/api/v1/customers/RC9')).body.Customer_Name).toBe('Erased RC9')
    expect(await repeatErasures(test.ctx)).toBe(0)
    rmSync(join(test.config.dataDir, 'erasures.jsonl'))
  })

  it('is in no file of the data folder when the server has stopped, and never was in the log', async () => {
    // What the report said that stays: the phone of the other customer, which is in the bin since.
    const others = [secrets.Customer_Phone, '9825011223']
    expect((await scan()).filter((each) => !others.some((phone) => each.endsWith(phone)))).toEqual([])
    const gone = values.filter((value) => !others.includes(value))
    home = await test.leave()
    expect(scanFiles(home.dataDir, gone)).toEqual([])
    const written = log.join('').toLowerCase()
    expect(written).toContain('/erase')
    expect(values.filter((value) => written.includes(value.toLowerCase()))).toEqual([])
  })
})
