import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const anita = { username: 'anita', email: 'anita@example.in', password: 'marigold-and-monsoon' }

describe.each(databaseNames)('the audit on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    await test.request('POST', '/api/auth/register', anita, { as: 'anonymous' })
  })
  afterAll(() => test.close())

  const audit = async (query = ''): Promise<Json[]> => {
    const { status, body } = await test.request('GET', `/api/v1/audit?${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.items
  }

  it('records who changed what, when and from where, with sensitive values masked', async () => {
    const made = await test.make('customer', { Customer_Code: 'AU1', Street: 'Old', PAN: 'ABCDE1234F' })
    const change = { Street: 'New', PAN: 'ABCDE9999F', version: 1 }
    await test.request('PATCH', `/api/v1/customers/${made.id}`, change)
    const [changed, created] = await audit('entity=customer&record=AU1')
    expect(changed).toMatchObject({
      by: 'ADMIN person',
      address: '127.0.0.1',
      action: 'update',
      record: made.id,
      facts: [
        { label: 'PAN', before: 'AB••••••4F', after: 'AB••••••9F' },
        { label: 'Street', before: 'Old', after: 'New' },
      ],
    })
    expect(created).toMatchObject({ action: 'create', name: expect.stringContaining('AU1') })
    for (const field of ['Street', 'street', 'PAN'])
      expect(await audit(`entity=customer&record=AU1&field=${field}`)).toEqual([changed])
    expect(await audit('entity=customer&record=AU1&field=Customer+Phone')).toEqual([])
    expect(await audit('entity=customer&field=Street&action=export')).toEqual([])
    expect(JSON.stringify(await audit())).not.toMatch(/ABCDE\d/)
  })

  it('records log-ins, failed log-ins, log-outs and password changes', async () => {
    const { email, password } = anita
    const logIn = (with_: string): ReturnType<TestApp['request']> =>
      test.request('POST', '/api/auth/login', { email, password: with_ }, { as: 'anonymous' })
    await logIn('not-my-password')
    const { body } = await logIn(password)
    const changed = { current: password, password: 'rain-on-the-cotton' }
    const { body: own } = await test.request('POST', '/api/v1/me/password', changed, { as: body.token })
    await test.request('POST', '/api/auth/logout', undefined, { as: own.token })
    const [refused] = await audit('action=login+failed')
    expect(refused).toMatchObject({ by: 'a visitor', record: own.account.id, facts: [{ after: email }] })
    expect(await audit('action=login&who=ANI')).toMatchObject([{ by: 'anita', byId: own.account.id }])
    expect(await audit('action=logout')).toMatchObject([{ by: 'anita' }])
    expect(await audit('entity=account&record=Anita@Example.in&action=logout')).toHaveLength(1)
    expect(await audit('action=password')).toMatchObject([
      { by: 'anita', action: 'password', facts: [{ label: 'Password', after: 'changed' }] },
    ])
    const all = JSON.stringify(await audit())
    for (const secret of [password, 'not-my-password', 'rain-on-the-cotton', 'agd_', '$argon2'])
      expect(all).not.toContain(secret)
  })

  it('records exports with their size, and views as another account', async () => {
    const { status } = await test.request('GET', '/api/v1/exports/customers.csv?q=abcde1234f')
    expect(status).toBe(200)
    await expect.poll(async () => (await audit('action=export+downloaded')).length).toBe(1)
    const [taken] = await audit('action=export+downloaded')
    const facts = Object.fromEntries(taken.facts.map(({ label, after }: Json) => [label, after]))
    expect(facts).toMatchObject({ Format: 'csv', Rows: '0', Whole: 'yes', Filter: 'q=ab••••••4f' })
    expect(await audit('action=export&entity=customer')).toHaveLength(1)
    const { id } = await newPerson(test, 'seen@example.in', 'VIEWER')
    for (const path of ['/api/v1/me', '/api/v1/customers'])
      await test.request('GET', path, undefined, { headers: { 'x-view-as': id } })
    expect(await audit('action=view+as')).toMatchObject([{ by: 'ADMIN person', record: id, name: 'seen' }])
  })

  it('records calendar feeds and changes of number series', async () => {
    const { token } = await newPerson(test, 'diary@example.in', 'OFFICE')
    for (const method of ['POST', 'DELETE'])
      await test.request(method, '/api/auth/calendar-feed', undefined, { as: token })
    expect(await audit('who=diary')).toMatchObject([
      { action: 'calendar ended', by: 'diary' },
      { action: 'calendar made', by: 'diary' },
    ])
    expect(JSON.stringify(await audit('who=diary'))).not.toContain('.ics')
    const look = { prefix: 'EM', width: 5 }
    expect((await test.request('PUT', '/api/v1/series/employee', look)).status).toBe(200)
    const [changed] = await audit('action=series+changed')
    expect(changed).toMatchObject({ by: 'ADMIN person', entity: 'employee' })
    expect(changed.facts).toContainEqual({ label: 'Prefix', before: null, after: 'EM' })
  })

  it('refuses exports during a view as another account, and records nothing under that account', async () => {
    const { id } = await newPerson(test, 'clerk@example.in', 'OFFICE')
    const taken = await test.request('GET', '/api/v1/exports/customers.csv', undefined, {
      headers: { 'x-view-as': id },
    })
    const sentence = 'You cannot export anything while viewing as another user'
    expect([taken.status, taken.body.msg]).toEqual([403, sentence])
    expect(await audit('who=clerk')).toEqual([])
  })

  it('returns pages without gaps, and filters by day', async () => {
    const all = await audit('limit=200')
    const read: string[] = []
    let after = ''
    do {
      const { body } = await test.request('GET', `/api/v1/audit?limit=3${after && `&after=${after}`}`)
      read.push(...body.items.map(({ id }: Json) => id))
      after = body.next ?? ''
    } while (after)
    expect(read).toEqual(all.map(({ id }) => id))
    expect(read.length).toBeGreaterThan(10)
    expect(await audit('from=2026-11-15&to=2026-11-15&limit=200')).toHaveLength(all.length)
    expect(await audit('from=2026-11-16')).toEqual([])
    expect(await audit('to=2026-11-14')).toEqual([])
    expect(await audit('address=10.1.1.1')).toEqual([])
    for (const query of [
      'from=soon',
      'action=eat',
      'entity=payroll',
      'colour=red',
      'after=1',
      'who=a&who=b',
      'field=Street',
    ])
      expect((await test.request('GET', `/api/v1/audit?${query}`)).status).toBe(422)
  })

  it('exports a CSV file without formulas, and records the export', async () => {
    await test.make('soil', { Soil_Code: 'AUS', Soil_Name: '=1+1' })
    const { body, headers } = await test.request('GET', '/api/v1/audit/export?entity=soil')
    expect(headers['content-disposition']).toMatch(/audit-2026-11-15\.csv/)
    const { records } = readCsv(body)
    expect(records[0]!.cells).toEqual([
      'When',
      'Who',
      'What',
      'About',
      'Record',
      'Address',
      'Before and after',
    ])
    expect(records[1]!.cells.slice(1, 4)).toEqual(['ADMIN person', 'Created', 'Soil'])
    for (const { cells } of records) for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@]/)
    expect((await audit('action=export&entity=audit'))[0].facts).toContainEqual(
      expect.objectContaining({ label: 'Filter', after: 'entity=soil' }),
    )
  })

  it('requires the administrator role, or the right and access to the whole firm', async () => {
    for (const as of ['OFFICE', 'FIELD', 'VIEWER', 'pending'])
      expect((await test.request('GET', '/api/v1/audit', undefined, { as })).status).toBe(403)
    await test.make('role', { Role_Code: 'INSP', Role_Name: 'Inspector' })
    const { token } = await newPerson(test, 'inspector@example.in', 'INSP')
    const decide = (version: number, sees: string): ReturnType<TestApp['request']> =>
      test.request('PUT', '/api/v1/role-rights/INSP', { rights: { audit: ['read'] }, sees, version })
    const statuses: number[] = []
    for (const [version, sees] of [
      [0, 'everything'],
      [1, 'station'],
    ] as const) {
      expect((await decide(version, sees)).status).toBe(200)
      for (const path of ['/api/v1/audit', '/api/v1/audit/export'])
        statuses.push((await test.request('GET', path, undefined, { as: token })).status)
    }
    expect(statuses).toEqual([200, 403, 403, 403])
    expect(await audit('entity=roleRights')).toMatchObject([
      { action: 'update', facts: [{ label: 'Sees', before: 'everything', after: 'their own station' }] },
      // The action is “update”: the defaults of the role were changed.
      { action: 'update', record: 'INSP', facts: [{ label: 'Sees' }, { label: 'The audit', after: 'read' }] },
    ])
  })

  it('shows only that a record changed when the account may not read it', async () => {
    await test.make('customer', { Customer_Code: 'AU9', Customer_Name: 'Quillwort' })
    await test.make('role', { Role_Code: 'WATCHER', Role_Name: 'Watcher' })
    const give = async (rights: Json, version: number): Promise<void> => {
      const decision = { rights: { audit: ['read', 'export'], ...rights }, sees: 'everything', version }
      expect((await test.request('PUT', '/api/v1/role-rights/WATCHER', decision)).status).toBe(200)
    }
    await give({}, 0)
    const { token: as } = await newPerson(test, 'watcher@example.in', 'WATCHER')
    const ask = async (path: string): Promise<Json> =>
      (await test.request('GET', `/api/v1/${path}`, undefined, { as })).body
    const { items } = await ask('audit?entity=customer&limit=1')
    expect(items).toMatchObject([{ action: 'create', by: 'ADMIN person', name: null, facts: [] }])
    const note = { entity: 'customer', record: 'AU9', body: 'Quillwort pays late' }
    const { body: comment } = await test.request('POST', '/api/v1/comments', note)
    expect((await test.request('DELETE', `/api/v1/comments/${comment.id}`)).status).toBe(204)
    expect((await ask('audit?action=comment+deleted')).items).toMatchObject([
      { entity: 'customer', facts: [] },
    ])
    const file = String(await ask('audit/export'))
    expect(file).toContain('Customer')
    expect(file).not.toContain('Quillwort')
    await give({ customer: ['read'] }, 1)
    expect(JSON.stringify(await ask('audit?entity=customer&limit=1'))).toContain('Quillwort')
  })

  it('formats rights, roles, places and last days, with the defaults as the value before', async () => {
    const rights = { crop: ['read', 'export'], visit: [] }
    await test.request('PUT', '/api/v1/role-rights/FIELD', { rights, sees: 'station', version: 0 })
    const [decided] = await audit('entity=roleRights')
    expect(decided).toMatchObject({
      name: 'Field',
      facts: [
        { label: 'Crops', before: 'read', after: 'read, export' },
        { label: 'Visits', before: 'read, create', after: null },
      ],
    })
    const token = { name: 'Tally', role: 'OFFICE', places: 'everything', expiresOn: '2026-12-31' }
    await test.request('POST', '/api/v1/api-tokens', token)
    expect((await audit('entity=apiToken'))[0].facts).toMatchObject([
      { label: 'Name', after: 'Tally' },
      { label: 'Role', after: 'Office' },
      { label: 'Sees', after: 'everything' },
      { label: 'Last day', after: '31/12/2026' },
    ])
  })

  it.each(['history', 'audit_event'])('rejects updates and deletes of %s in the database', async (book) => {
    const table = sql.table(book)
    const count = async (): Promise<unknown> =>
      (await sql`select count(*) as count from ${table}`.execute(test.store.read)).rows
    const before = await count()
    for (const statement of [
      sql`update ${table} set actor_name = 'nobody'`,
      sql`delete from ${table}`,
      ...(database === 'postgres' ? [sql`truncate ${table}`] : []),
    ])
      await expect(test.store.transaction((tx) => statement.execute(tx))).rejects.toThrow(/append-only/)
    expect(await count()).toEqual(before)
  })
})
