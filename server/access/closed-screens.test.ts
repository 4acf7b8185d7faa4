import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { newPerson } from '#testing/people.ts'
import { openTestApp, type Answer, type Json, type TestApp } from '#testing/test-app.ts'

describe.each(databaseNames)('screens closed by Applications on %s', (database) => {
  let test: TestApp
  let where: Json
  const tokens: Record<string, string> = {}

  const statusOf = async (as: string, path: string, method = 'GET', body?: Json): Promise<number> =>
    (await test.request(method, path, body, { as })).status
  const soils = (who: string): Promise<number> => statusOf(tokens[who] ?? who, '/api/v1/soils')
  const close = (Process_Code: string, Function_Codes: string[], more: Json = {}): Promise<Json> =>
    test.make('application', { Process_Code, Function_Codes, ...where, ...more })
  const open = async (...records: Json[]): Promise<void> => {
    for (const { id } of records)
      expect(await statusOf('ADMIN', `/api/v1/applications/${id}`, 'DELETE')).toBe(204)
  }
  const version = async (path: string): Promise<number> => (await test.request('GET', path)).body.version

  beforeAll(async () => {
    test = await openTestApp(database)
    const { Company_Code, Branch_Code } = await test.make('branch', {})
    where = { Company_Code, Branch_Code }
    const functions = { SAL: 'Sales', WHS: 'Dispatch', ACC: 'Accounts' }
    for (const [Function_Code, Function_Name] of Object.entries(functions))
      await test.make('jobFunction', { ...where, Function_Code, Function_Name })
    for (const code of ['SAL', 'WHS']) {
      const email = `${code.toLowerCase()}@example.in`
      await test.make('staffUser', {
        Emp_Mail_Id: email,
        Function_Codes: [code],
        ...where,
        User_Id: `U-${code}`,
      })
      tokens[code] = (await newPerson(test, email, 'OFFICE')).token
    }
    tokens['nobody'] = (await newPerson(test, 'nobody@example.in', 'OFFICE')).token
  })
  afterAll(() => test.close())

  it('are mentioned in the access preview of an invitation', async () => {
    const record = await close('contact24', ['SAL'])
    const request = { email: 'whs@example.in', role: 'OFFICE' }
    const { body } = await test.request('POST', '/api/v1/access-preview', request)
    expect(body.summary).toBe(
      'Will see no customers. Customer is open to the function Sales, not to Dispatch',
    )
    await open(record)
  })

  it('are listed in the preview of an Application, as they are then enforced', async () => {
    const preview = async (body: Json): Promise<string[]> =>
      (await test.request('POST', '/api/v1/screens-preview', body)).body.sentences
    const wanted = { Process_Code: 'Contact 20', Function_Codes: ['SAL'] }
    expect(await preview(wanted)).toEqual(['Saving closes Soil to 2 people: nobody and whs'])
    expect(await preview({ ...wanted, Function_Codes: [] })).toEqual([])
    expect(await preview({ ...wanted, Process_Code: 'GEO-01' })).toEqual([])
    const record = await close('contact20', ['SAL'])
    expect([await soils('SAL'), await soils('WHS'), await soils('nobody')]).toEqual([200, 403, 403])
    // An unchanged Application closes nothing; a changed one opens or closes.
    expect(await preview({ ...wanted, id: record.id })).toEqual([])
    expect(await preview({ ...wanted, id: record.id, Function_Codes: ['SAL', 'WHS'] })).toEqual([
      'Saving opens Soil to 1 person: whs',
    ])
    expect(await preview({ ...wanted, id: record.id, Function_Codes: ['WHS'] })).toEqual([
      'Saving closes Soil to 1 person: sal',
      'Saving opens Soil to 1 person: whs',
    ])
    await open(record)
    const wrong = await test.request('POST', '/api/v1/screens-preview', { Process_Code: 7 })
    expect([wrong.status, wrong.body.errors.length]).toEqual([422, 2])
    expect(await statusOf('OFFICE', '/api/v1/screens-preview', 'POST', wanted)).toBe(403)
  })

  it('return 403 on every route of their records for other functions, and name the required functions', async () => {
    const soil = await test.make('soil', {})
    const record = await close('Contact 20', ['SAL', 'ACC'])
    expect(await soils('SAL')).toBe(200)
    expect(await soils('ADMIN')).toBe(200)
    const at = `/api/v1/soils/${soil.id}`
    for (const [method, path, body] of [
      ['GET', '/api/v1/soils'],
      ['GET', '/api/v1/soils/options?of=Soil_Code'],
      ['GET', at],
      ['GET', `${at}/history`],
      ['POST', '/api/v1/soils', { Soil_Name: 'New' }],
      ['POST', '/api/form/Contact20', { Soil_Name: 'New' }],
      ['PATCH', at, { Soil_Name: 'Other', version: 1 }],
      ['DELETE', at],
      ['GET', '/api/v1/exports/soils.csv'],
      ['GET', '/api/v1/import-templates/soils.csv'],
      ['POST', '/api/v1/bulk/soils', { action: 'delete', ids: [soil.id] }],
      ['POST', `${at}/rename`, { to: { Soil_Code: 'X' }, version: 1 }],
    ] as const) {
      expect(await statusOf(tokens['SAL']!, path, method, method === 'GET' ? undefined : {}), path).not.toBe(
        403,
      )
      const { status, body: answer } = await test.request(method, path, body, { as: tokens['WHS']! })
      expect([path, status, answer.msg]).toEqual([
        path,
        403,
        'Soil is open to the functions Sales and Accounts, not to Dispatch',
      ])
    }
    const { body } = await test.request('GET', '/api/v1/soils', undefined, { as: tokens['nobody']! })
    expect(body.msg).toBe(
      'Soil is open to the functions Sales and Accounts, and this account has no function in the User master',
    )
    // Records of open screens are still found.
    const season = await close('contact21', ['SAL'])
    const crop = await test.make('crop', { Crop_Name: 'Quillwort' })
    await test.make('soil', { Soil_Name: 'Quillwort' })
    const find = async (as: string): Promise<Json[]> =>
      (await test.request('GET', '/api/v1/search?q=quillwort', undefined, { as })).body.items
    expect(await find('ADMIN')).toHaveLength(2)
    expect(await find(tokens['WHS']!)).toMatchObject([{ id: crop.id }])
    await open(record, season)
    expect([await soils('WHS'), await soils('nobody')]).toEqual([200, 200])
  })

  it('are closed in explanations, in the browser, in a view as another account and in the preview of a role', async () => {
    const record = await close('contact20', ['SAL'])
    const because = 'Soil is open to the function Sales, not to Dispatch'
    const as = tokens['WHS']!
    const { body: why } = await test.request(
      'GET',
      '/api/v1/access-explanation?action=read&subject=soil',
      undefined,
      { as },
    )
    expect(why).toMatchObject({ allowed: false, because, roles: [{ role: 'OFFICE', allows: true }] })
    const { body: me } = await test.request('GET', '/api/v1/me', undefined, { as })
    expect(me.access.rights.soil).toBeUndefined()
    expect(me.access.closed).toMatchObject({
      functions: ['Dispatch'],
      on: { soil: { screen: 'Soil', openTo: ['Sales'], taken: expect.arrayContaining(['read', 'import']) } },
    })
    const headers = { 'x-view-as': me.id }
    const seen = await test.request('GET', '/api/v1/soils', undefined, { headers })
    expect([seen.status, seen.body.msg]).toEqual([403, because])
    const decision = { rights: { soil: ['read'], crop: [] }, sees: 'everything', version: 0 }
    const preview = await test.request('POST', '/api/v1/role-rights/OFFICE/preview', decision)
    const loses = (name: string): Json => preview.body.people.find((each: Json) => each.name === name).loses
    expect(loses('sal')).toContain('create soils')
    expect(loses('whs')).not.toContain('create soils')
    expect(loses('whs')).toContain('read crops')
    const { body: grid } = await test.request('GET', '/api/v1/role-rights')
    const { Appl_Code, Module_Code, Submodule_Code } = record
    expect(grid.closedScreens).toEqual([
      {
        screen: 'contact20',
        label: 'Soil',
        openTo: ['Sales'],
        people: 1,
        by: [{ id: record.id, name: [Appl_Code, Module_Code, Submodule_Code, 'contact20'].join(' › ') }],
      },
    ])
    await open(record)
    expect((await test.request('GET', '/api/v1/role-rights')).body.closedScreens).toEqual([])
  })

  it('reveal no function names without the right to read them, and do not apply to API tokens', async () => {
    const records = [await close('contact20', ['SAL']), await close('contact10', ['SAL'])]
    const { body } = await test.request('GET', '/api/v1/soils', undefined, { as: tokens['WHS']! })
    expect(body.msg).toBe('Soil is open to certain functions, not to Dispatch')
    const wanted = { name: 'ERP', role: 'OFFICE', places: 'everything', expiresOn: '2027-11-14' }
    const { body: made } = await test.request('POST', '/api/v1/api-tokens', wanted)
    const headers = { authorization: `Bearer ${made.token}` }
    expect((await test.request('GET', '/api/v1/soils', undefined, { as: 'anonymous', headers })).status).toBe(
      200,
    )
    await open(...records)
  })

  it('lock no administrator out, even when every screen is closed to a function without users', async () => {
    const groups = ['territory', 'organisation', 'people', 'trade', 'crops', 'visits', 'office']
    const records = []
    for (const Module_Code of groups) records.push(await close('*', ['ACC'], { Module_Code }))
    expect([await soils('SAL'), await soils('FIELD'), await soils('ADMIN')]).toEqual([403, 403, 200])
    expect(await statusOf(tokens['SAL']!, '/api/v1/me')).toBe(200)
    const { body: grid } = await test.request('GET', '/api/v1/role-rights')
    expect(new Set(grid.closedScreens.map(({ people }: Json) => people))).toEqual(new Set([0]))
    // An Application for a screen overrides one for its module; two for the same screen open it to both functions.
    records.push(await close('contact20', ['SAL']), await close('/CONTACT20', ['WHS']))
    expect([await soils('SAL'), await soils('WHS'), await soils('nobody')]).toEqual([200, 200, 403])
    await open(...records)
  })

  it('are not closed by a process with another name, whatever its text', async () => {
    const hostile = [
      "contact20' or '1'='1",
      '<script>alert(1)</script>',
      '__proto__',
      '＊',
      'contact20;',
      'admin/users',
    ]
    const records = []
    for (const process of hostile) records.push(await close(process, ['SAL']))
    expect([await soils('WHS'), await soils('nobody')]).toEqual([200, 200])
    expect((await test.request('GET', '/api/v1/role-rights')).body.closedScreens).toEqual([])
    await open(...records)
  })

  it('open and close immediately when an Application or a function is created, changed or deleted', async () => {
    const both = async (): Promise<number[]> => [await soils('SAL'), await soils('WHS')]
    const record = await close('GRD-01', ['SAL'])
    const at = `/api/v1/applications/${record.id}`
    expect(await both()).toEqual([200, 200])
    const set = { Process_Code: 'contact20' }
    const bulk = await test.request('POST', '/api/v1/bulk/applications', {
      action: 'update',
      ids: [record.id],
      set,
    })
    expect([bulk.body.changed, await both()]).toEqual([1, [200, 403]])
    const undone = await test.request('POST', `/api/v1/batches/${bulk.body.batch.id}/undo`)
    expect([undone.status, await both()]).toEqual([200, [200, 200]])
    await test.request('PATCH', at, { ...set, version: await version(at) })
    expect(await both()).toEqual([200, 403])
    await test.request('DELETE', at)
    expect(await both()).toEqual([200, 200])
    await test.request('POST', `${at}/restore`)
    expect(await both()).toEqual([200, 403])

    const functionNamed = async (code: string): Promise<Json> =>
      (await test.request('GET', `/api/v1/functions?Function_Code=${code}`)).body.items[0]
    const sales = `/api/v1/functions/${(await functionNamed('SAL')).id}`
    const rename = async (Function_Code: string, as: string): Promise<Answer> =>
      test.request(
        'POST',
        `${sales}/rename`,
        { to: { Function_Code }, version: await version(sales) },
        { as },
      )
    // Renaming is restricted, because a user could give their own function the code of another.
    expect((await rename('SELL', tokens['WHS']!)).status).toBe(403)
    const [own, other] = [await functionNamed('WHS'), await functionNamed('SAL')]
    const merged = { with: own.id, versions: { [own.id]: own.version, [other.id]: other.version } }
    expect(await statusOf(tokens['WHS']!, `${sales}/merge`, 'POST', merged)).toBe(403)
    expect(await soils('WHS')).toBe(403)
    expect((await rename('SELL', 'ADMIN')).status).toBe(200)
    expect((await test.request('GET', at)).body.Function_Codes).toEqual(['SELL'])
    expect(await both()).toEqual([200, 403])
    expect((await rename('SAL', 'ADMIN')).status).toBe(200)

    const user = `/api/v1/users/U-WHS`
    for (const [codes, status] of [
      [['WHS', 'SAL'], 200],
      [['WHS'], 403],
    ] as const) {
      await test.request('PATCH', user, { Function_Codes: codes, version: await version(user) })
      expect(await soils('WHS')).toBe(status)
    }
    await open(record)
  })

  it('can only be changed by administrators', async () => {
    for (const as of [tokens['WHS']!, 'OFFICE', 'FIELD', 'VIEWER']) {
      expect(await statusOf(as, '/api/v1/applications', 'POST', where)).toBe(403)
      expect(await statusOf(as, '/api/form/Contact15', 'POST', where)).toBe(403)
    }
    const decision = { rights: { application: ['update'] }, sees: 'everything', version: 0 }
    const { status, body } = await test.request('PUT', '/api/v1/role-rights/OFFICE', decision)
    expect([status, body.msg]).toEqual([
      422,
      expect.stringMatching(/^Only administrators may update applications/),
    ])
  })
})
