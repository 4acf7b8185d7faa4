import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { workbookNames, zipOf } from '#testing/files/zip-of.ts'
import { openTestApp, type Json, type TestApp, type TestRole } from '#testing/test-app.ts'
import { deleteOldDocuments } from './document-store.ts'

const pdf = (text: string): Buffer => Buffer.from(`%PDF-1.7\n${text}`)

describe.each(databaseNames)('documents on %s', { timeout: 60_000 }, (database) => {
  let test: TestApp
  let customer: Json
  beforeAll(async () => {
    test = await openTestApp(database, { DOCUMENT_MAX_MB: '1', DOCUMENTS_PER_RECORD: '3' })
    customer = await test.make('customer')
  })
  afterAll(() => test.close())

  interface Upload {
    name?: string
    content: Buffer
    record?: string
    entity?: string
    as?: TestRole | { token: string }
    key?: string
    type?: string
  }
  const attach = async (upload: Upload): Promise<{ status: number; body: Json }> => {
    const {
      name = 'licence.pdf',
      content,
      record = customer.id,
      entity = 'customer',
      as = 'ADMIN',
      key,
      type = 'application/octet-stream',
    } = upload
    const token = typeof as === 'string' ? await test.as(as) : as.token
    const answer = await test.app.server.inject({
      method: 'POST',
      url: `/api/v1/documents?${new URLSearchParams({ entity, record, name }).toString()}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        ...(key && { 'idempotency-key': key }),
      },
      payload: content,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const list = async (record = customer.id, as = 'ADMIN', entity = 'customer'): Promise<Json> =>
    test.request('GET', `/api/v1/documents?entity=${entity}&record=${record}`, undefined, { as })
  const download = async (id: string, as: TestRole = 'ADMIN') =>
    test.app.server.inject({
      method: 'GET',
      url: `/api/v1/documents/${id}`,
      headers: { authorization: `Bearer ${await test.as(as)}` },
    })

  it('are stored, listed, and served as attachments that a browser does not run', async () => {
    const content = pdf('first')
    const { status, body } = await attach({ name: 'C:\\scans\\બીજ લાઇસન્સ 2026.pdf', content })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { name: 'બીજ લાઇસન્સ 2026.pdf', type: 'application/pdf', size: content.length },
    })
    expect((await list()).body.items).toEqual([body])
    expect((await list(customer.Customer_Code)).body.items).toEqual([body])
    const file = await download(body.id)
    expect(file.rawPayload.equals(content)).toBe(true)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    })
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; .*filename\*=UTF-8''%E0%AA%AC[\w%.-]+\.pdf$/,
    )
    const audit = await test.request('GET', `/api/v1/audit?action=document%20attached`)
    expect(audit.body.items[0]).toMatchObject({ entity: 'customer', action: 'document attached' })
  })

  it.each([
    ['a file of 0 bytes', 'a.pdf', Buffer.alloc(0), 'The file is empty: it has 0 bytes'],
    [
      'an SVG with a script',
      'a.svg',
      Buffer.from('<svg><script>x()</script></svg>'),
      'SVG, HTML and XML files can contain scripts, so they are not accepted',
    ],
    [
      'a document that is not what it says',
      'a.png',
      pdf('x'),
      'This file is not what its name says: it is named as PNG, and its content is PDF',
    ],
    [
      'a program',
      'a.pdf',
      Buffer.from('MZ\u0000\u0000'),
      'The content of this file is none of PDF, JPEG, PNG, WebP, XLSX, DOCX, CSV, TXT',
    ],
  ])('refuse %s with a sentence', async (_, name, content, message) => {
    expect(await attach({ name, content })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'file', message }] },
    })
    expect((await list()).body.items).toHaveLength(1)
  })

  it('refuse a file that is too large with 413 and a sentence', async () => {
    expect(await attach({ content: Buffer.concat([pdf('x'), Buffer.alloc(1024 * 1024)]) })).toMatchObject({
      status: 413,
      body: { msg: 'This file is too large: at most 1 MB can be attached' },
    })
  })

  it('answer over a real connection when the file is too large', async () => {
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    const url = test.app.server.listeningOrigin
    const query = new URLSearchParams({ entity: 'customer', record: customer.id, name: 'large.pdf' })
    const answer = await fetch(`${url}/api/v1/documents?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await test.as('ADMIN')}`, 'content-type': 'application/pdf' },
      body: Buffer.concat([pdf('x'), Buffer.alloc(4 * 1024 * 1024)]),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ msg: 'This file is too large: at most 1 MB can be attached' })
  })

  it('are stored once for one Idempotency-Key, for the same file, and for two uploads at once', async () => {
    const other = await test.make('customer')
    const upload = { content: pdf('same'), record: other.id, key: `same-${database}` }
    const answers = await Promise.all([
      attach(upload),
      attach(upload),
      attach({ ...upload, key: `other-${database}` }),
    ])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await list(other.id)).body.items).toHaveLength(1)
    const many = await Promise.all(
      [1, 2, 3, 4].map((at) => attach({ content: pdf(`many ${at}`), record: other.id, name: `${at}.pdf` })),
    )
    expect(many.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect(many.find(({ status }) => status === 409)!.body.msg).toBe(
      'A record can have at most 3 documents. Delete one first',
    )
    expect((await list(other.id)).body.items).toHaveLength(3)
  })

  it('have the rights and the scope of their record', async () => {
    const [{ id }] = (await list()).body.items
    expect((await attach({ content: pdf('viewer'), as: 'VIEWER' })).status).toBe(403)
    expect((await list(customer.id, 'VIEWER')).body.items).toHaveLength(1)
    expect(
      (await test.request('DELETE', `/api/v1/documents/${id}`, undefined, { as: 'VIEWER' })).status,
    ).toBe(403)
    expect((await list(customer.id, 'anonymous')).status).toBe(401)
    expect((await attach({ content: pdf('none'), record: 'NO-SUCH' })).status).toBe(404)
    // A representative without customers.
    const ravi = await newPerson(test, 'ravi@example.in', 'FIELD')
    expect((await list(customer.id, ravi.token)).status).toBe(404)
    const file = await test.app.server.inject({
      method: 'GET',
      url: `/api/v1/documents/${id}`,
      headers: { authorization: `Bearer ${ravi.token}` },
    })
    expect(file.statusCode).toBe(404)
    expect((await attach({ content: pdf('ravi'), as: ravi })).status).toBeGreaterThanOrEqual(403)
  })

  it('are typed by their content, whatever the request says, and keep a name without tricks', async () => {
    const { id: record } = await test.make('customer')
    const rtl = await attach({
      record,
      type: 'text/html',
      name: '../..\\licence\u202efdp: y.pdf',
      content: pdf('<html><script>alert(1)</script></html>'),
    })
    expect(rtl).toMatchObject({ status: 201, body: { name: 'licencefdp y.pdf', type: 'application/pdf' } })
    const file = await download(rtl.body.id)
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="document"; filename*=UTF-8''licencefdp%20y.pdf`,
    })
    // Refused by every route, before the name is looked at.
    const control = await attach({ record, name: 'a\r\nx.pdf', content: pdf('control') })
    expect(control.status).toBe(400)
    const long = await attach({ record, name: `${'x'.repeat(300)}.pdf`, content: pdf('long') })
    expect(long.body.name).toBe(`${'x'.repeat(196)}.pdf`)
    // Says to be 4 GB when it is unpacked: nothing unpacks it.
    const bomb = await attach({ record, name: 'bomb.xlsx', content: zipOf(workbookNames, 0xff_ff_ff_fe) })
    expect(bomb.status).toBe(201)
  })

  it('accept exactly the limit, and refuse one byte more', async () => {
    const { id: record } = await test.make('customer')
    const sized = (size: number): Buffer => Buffer.concat([pdf('x'), Buffer.alloc(size)]).subarray(0, size)
    expect((await attach({ record, content: sized(1024 * 1024 + 1) })).status).toBe(413)
    expect((await list(record)).body.items).toEqual([])
    expect((await attach({ record, content: sized(1024 * 1024) })).status).toBe(201)
  })

  it('of a record outside the scope cannot be listed, read, deleted, restored or attached', async () => {
    const near = await test.make('customer')
    const far = await test.make('customer')
    const documents = await Promise.all(
      [near, far].map((record) => attach({ record: record.id, content: pdf(record.id) })),
    )
    const deleted = await attach({ record: far.id, content: pdf('deleted') })
    expect((await test.request('DELETE', `/api/v1/documents/${deleted.body.id}`)).status).toBe(204)
    const place = {
      countryCode: near.Country_Code,
      zoneCode: near.Zone_Code,
      stateCode: near.State_Code,
      poolCode: near.Pool_Code,
      stationCode: near.Station_Code,
      cityCode: near.City_Code,
    }
    const role = `NEAR${databaseNames.indexOf(database)}`
    await test.make('role', { Role_Code: role, Role_Name: role })
    const rights = { rights: { customer: ['read', 'update'] }, sees: 'station', version: 0 }
    expect((await test.request('PUT', `/api/v1/role-rights/${role}`, rights)).status).toBe(200)
    await test.make('employee', { email: 'near@example.in', ...place })
    const near1 = await newPerson(test, 'near@example.in', role)
    const ask = async (method: string, url: string): Promise<number> =>
      (await test.request(method, url, undefined, { as: near1.token })).status
    const allowed = `/api/v1/documents/${documents[0]!.body.id}`
    const refused = `/api/v1/documents/${documents[1]!.body.id}`
    const fileOf = async (url: string): Promise<number> => {
      const headers = { authorization: `Bearer ${near1.token}` }
      return (await test.app.server.inject({ method: 'GET', url, headers })).statusCode
    }
    expect((await list(near.id, near1.token)).body.items).toEqual([documents[0]!.body])
    expect(await fileOf(allowed)).toBe(200)
    expect(await ask('DELETE', allowed)).toBe(204)
    expect(await ask('POST', `${allowed}/restore`)).toBe(200)
    expect((await list(far.id, near1.token)).status).toBe(404)
    expect((await list(far.Customer_Code, near1.token)).status).toBe(404)
    expect(await fileOf(refused)).toBe(404)
    expect(await ask('DELETE', refused)).toBe(404)
    expect(await ask('POST', `/api/v1/documents/${deleted.body.id}/restore`)).toBe(404)
    expect((await attach({ record: far.id, content: pdf('foreign'), as: near1 })).status).toBe(404)
    // Without the right to read the entity at all.
    const { Crop_Code } = await test.make('crop')
    expect((await attach({ entity: 'crop', record: Crop_Code, content: pdf('crop') })).status).toBe(201)
    expect((await list(Crop_Code, near1.token, 'crop')).status).toBe(403)
    expect((await list(far.id)).body.items).toEqual([documents[1]!.body])
  })

  it('are deleted once by two requests at once', async () => {
    const { id: record } = await test.make('customer')
    const { body } = await attach({ record, content: pdf('twice') })
    const remove = () => test.request('DELETE', `/api/v1/documents/${body.id}`)
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status)
    expect(statuses).toContain(204)
    const query = test.store.read.selectFrom('audit_event').select('id')
    const events = query.where('action', '=', 'document deleted').where('record_id', '=', record)
    expect(await events.execute()).toHaveLength(1)
  })

  it('are deleted and restored, and purged after 30 days', async () => {
    const other = await test.make('material')
    const { body } = await attach({ entity: 'material', record: other.id, content: pdf('label') })
    expect((await test.request('DELETE', `/api/v1/documents/${body.id}`)).status).toBe(204)
    expect((await list(other.id, 'ADMIN', 'material')).body.items).toEqual([])
    expect((await download(body.id)).statusCode).toBe(404)
    expect((await test.request('POST', `/api/v1/documents/${body.id}/restore`)).body).toEqual(body)
    expect((await list(other.id, 'ADMIN', 'material')).body.items).toEqual([body])
    await test.request('DELETE', `/api/v1/documents/${body.id}`)
    await test.store.transaction((tx) => deleteOldDocuments(tx, test.clock.now))
    expect((await test.request('POST', `/api/v1/documents/${body.id}/restore`)).status).toBe(200)
    await test.request('DELETE', `/api/v1/documents/${body.id}`)
    const later = new Date(test.clock.now.getTime() + 31 * 86_400_000)
    await test.store.transaction((tx) => deleteOldDocuments(tx, later))
    expect((await test.request('POST', `/api/v1/documents/${body.id}/restore`)).status).toBe(404)
  })

  it('stay with their record through a rename, a merge with its undo, and the bin', async () => {
    const { Zone_Code: zone, Country_Code } = await test.make('zone')
    const kept = await test.make('zone', { Country_Code })
    const { body } = await attach({ entity: 'zone', record: zone, content: pdf('zone') })
    const rename = { to: { Zone_Code: `${zone}X` }, version: 1 }
    expect((await test.request('POST', `/api/v1/zones/${zone}/rename`, rename)).status).toBe(200)
    expect((await list(`${zone}X`, 'ADMIN', 'zone')).body.items).toEqual([body])
    const one = (await test.request('GET', `/api/v1/zones/${kept.id}`)).body
    const two = (await test.request('GET', `/api/v1/zones/${zone}X`)).body
    const versions = { [one.id]: one.version, [two.id]: two.version }
    const merge = { with: two.id, versions, take: {} }
    const merged = await test.request('POST', `/api/v1/zones/${one.id}/merge`, merge)
    expect(merged.status).toBe(200)
    expect((await list(one.id, 'ADMIN', 'zone')).body.items).toEqual([body])
    expect((await download(body.id)).statusCode).toBe(200)
    expect((await test.request('POST', `/api/v1/batches/${merged.body.batch.id}/undo`)).status).toBe(200)
    expect((await list(one.id, 'ADMIN', 'zone')).body.items).toEqual([])
    expect((await list(two.id, 'ADMIN', 'zone')).body.items).toEqual([body])
    expect((await test.request('DELETE', `/api/v1/zones/${two.id}`)).status).toBe(204)
    expect((await download(body.id)).statusCode).toBe(404)
    expect((await test.request('POST', `/api/v1/zones/${two.id}/restore`)).status).toBe(200)
    expect((await list(two.id, 'ADMIN', 'zone')).body.items).toEqual([body])
  })

  it('of merged branches and of their functions are those of the kept ones, until the merge is undone', async () => {
    const { Company_Code } = await test.make('company')
    const [kept, other] = [
      await test.make('branch', { Company_Code, Branch_Code: 'KEPT' }),
      await test.make('branch', { Company_Code, Branch_Code: 'OTHER' }),
    ]
    const sales = { Company_Code, Function_Code: 'SALES' }
    const [keptSales, otherSales] = [
      await test.make('jobFunction', { ...sales, Branch_Code: 'KEPT' }),
      await test.make('jobFunction', { ...sales, Branch_Code: 'OTHER' }),
    ]
    const ofBranch = (await attach({ entity: 'branch', record: other.id, content: pdf('lease') })).body
    const ofSales = (await attach({ entity: 'jobFunction', record: otherSales.id, content: pdf('task') }))
      .body
    const versions = { [kept.id]: kept.version, [other.id]: other.version }
    const merge = { with: other.id, versions, take: {} }
    const merged = await test.request('POST', `/api/v1/branches/${kept.id}/merge`, merge)
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect((await list(kept.id, 'ADMIN', 'branch')).body.items).toEqual([ofBranch])
    expect((await list(keptSales.id, 'ADMIN', 'jobFunction')).body.items).toEqual([ofSales])
    for (const { id } of [ofBranch, ofSales]) expect((await download(id)).statusCode).toBe(200)
    expect((await test.request('POST', `/api/v1/batches/${merged.body.batch.id}/undo`)).status).toBe(200)
    expect((await list(kept.id, 'ADMIN', 'branch')).body.items).toEqual([])
    expect((await list(keptSales.id, 'ADMIN', 'jobFunction')).body.items).toEqual([])
    expect((await list(otherSales.id, 'ADMIN', 'jobFunction')).body.items).toEqual([ofSales])
  })
})
