import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { importDriver, type ImportDriver } from '#testing/import-driver.ts'

/** A thread loads the server code again, which takes seconds on a busy machine. */
describe.each(databaseNames)('imports on %s', { timeout: 90_000 }, (database) => {
  let test: TestApp
  let drive: ImportDriver
  beforeAll(async () => {
    test = await openTestApp(database)
    drive = importDriver(test)
    await test.make('country', { Country_Code: 'IN', Country_Name: 'India' })
    await test.make('zone', { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' })
  })
  afterAll(() => test.close())

  const states = async (): Promise<string[]> =>
    (await test.request('GET', '/api/v1/states?limit=200&sort=State_Code')).body.items.map(
      (each: Json) => `${each.State_Code} ${each.State_Name} ${each.Zone_Code} ${each.Ext_Code}`,
    )

  it('imports what the check showed, and undoes it as a whole', async () => {
    const before = await states()
    const job = await drive.upload(
      'state',
      writeCsv([
        ['state code', 'Name', 'Zone_Code', 'Ext Code', 'Remark'],
        ['GJ', 'Gujarat', 'West', '24.0', 'by name of the zone'],
        ['MH', 'Maharashtra', 'w', '1,027', 'another spelling of its code'],
      ]),
    )
    expect(job).toMatchObject({ encoding: 'UTF-8', separator: ',', rowCount: 2, state: 'read' })
    expect(job.header.map((each: Json) => each.field)).toEqual([
      'State_Code',
      'State_Name',
      'Zone_Code',
      'Ext_Code',
      null,
    ])
    const checked = await drive.check(job.id)
    expect(checked).toMatchObject({ state: 'rehearsed', failure: null })
    expect(checked.report).toMatchObject({ created: 2, wrong: 0, isDryRun: true, rehearsal: true })
    expect(await states()).toEqual(before)
    const done = await drive.run(job.id)
    expect(done).toMatchObject({
      state: 'done',
      report: { created: 2, wrong: 0, isDryRun: false, rehearsal: false },
    })
    expect(await states()).toEqual([...before, 'GJ Gujarat W 24', 'MH Maharashtra W 1027'].toSorted())
    const undone = await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
    expect(undone.body).toMatchObject({ undone: 2, leftCount: 0 })
    expect(await states()).toEqual(before)
    expect((await drive.read(job.id)).state).toBe('undone')
  })

  it('keeps the codes of the file if asked to, and generates the missing ones above them', async () => {
    const file = writeCsv([
      ['Crop Code', 'Crop Name'],
      ['CR0500', 'Bajra'],
      ['', 'Jowar'],
      ['RAGI-1', 'Ragi'],
      ['cr500', 'Bajra again'],
      ['CR0001', 'Wheat again'],
      ['..', 'No code'],
    ])
    const kinds = ['Crop_Type1', 'Crop_Type2', 'Crop_Type3', 'Crop_Grade', 'Crop_Quality']
    const fixed = Object.fromEntries(kinds.map((name) => [name, 'A']))
    let job = await drive.change(await drive.upload('crop', file), { settings: { fixed } })
    expect(job.settings.keepCodes).toBe(false)
    const generated = (await drive.check(job.id)).report
    expect(generated).toMatchObject({ created: 1, wrong: 5 })
    expect(generated.problems[0].message).toContain('choose to keep the codes of the file')
    job = await drive.change(await drive.read(job.id), { settings: { keepCodes: true, leaveWrong: true } })
    const { report } = await drive.check(job.id)
    expect(report).toMatchObject({ created: 3, wrong: 3 })
    expect(report.problems.map((each: Json) => `${each.first} ${each.message}`)).toEqual([
      '5 Crop Code cr500 is already in row 2 of the file',
      '6 Crop Code CR0001 exists already',
      '7 Crop Code should not be "." or ".."',
    ])
    const done = await drive.run(job.id)
    expect(done).toMatchObject({ state: 'done', report: { created: 3, wrong: 3 } })
    const { body } = await test.request('GET', '/api/v1/crops?sort=-createdAt&limit=3')
    expect(body.items.map((each: Json) => `${each.Crop_Code} ${each.Crop_Name}`).toSorted()).toEqual([
      'CR0500 Bajra',
      'CR0501 Jowar',
      'RAGI-1 Ragi',
    ])
    await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = await test.make('employee')
    const employee = { ...values, userId: 'own-code', employeeNumber: 'E-17' }
    const rows = [Object.keys(employee), Object.values(employee).map((each) => String(each ?? ''))]
    const people = await drive.upload('employee', writeCsv(rows))
    await drive.change(people, { settings: { keepCodes: true } })
    expect(await drive.run(people.id)).toMatchObject({ failure: null })
    expect((await drive.read(people.id)).report).toMatchObject({ created: 1, wrong: 0 })
    expect((await test.request('GET', '/api/v1/employees/E-17')).body.userId).toBe('own-code')
    const countries = await drive.upload('country', 'Country_Code\nNP')
    const refused = await test.request('PATCH', `/api/v1/imports/${countries.id}`, {
      version: countries.version,
      settings: { keepCodes: true },
    })
    expect(refused).toMatchObject({ status: 422, body: { msg: 'Countries have no codes that can be kept' } })
  })

  it('lists problems row by row, accepts fixed cells, and remembers mapped values', async () => {
    const headings = ['Code', 'State', 'Kshetra', 'Ext Code']
    const file = writeCsv([
      headings,
      ['KA', 'Karnataka', 'Wst', '29'],
      ['KL', 'Kerala', 'Wst', 'many'],
      ['KL', 'Again', 'W', '1'],
    ])
    let job = await drive.upload('state', file)
    const columns = ['State_Code', 'State_Name', 'Zone_Code', 'Ext_Code']
    job = await drive.change(job, { settings: { columns } })
    job = await drive.check(job.id)
    expect(job.report).toMatchObject({ created: 1, wrong: 2 })
    expect(job.report.problems[0]).toEqual({
      field: 'Zone_Code',
      message: 'There is no zone Wst (Zone Code)',
      rows: 2,
      first: 2,
    })
    const refused = await test.request('POST', `/api/v1/imports/${job.id}/run`)
    expect(refused.body.msg).toBe('2 rows are wrong: fix them, or choose to leave them out')
    const rows = (await test.request('GET', `/api/v1/imports/${job.id}/rows?only=wrong`)).body
    expect(rows.items.map((each: Json) => each.row)).toEqual([2, 3])
    expect(rows.items[0].problems).toEqual([
      {
        field: 'Zone_Code',
        column: 2,
        message: 'There is no zone Wst (Zone Code)',
        typed: 'Wst',
        suggestions: ['W'],
      },
    ])
    const unknown = (await test.request('GET', `/api/v1/imports/${job.id}/unknown-references`)).body
    expect(unknown).toEqual([
      {
        field: 'Zone_Code',
        typed: 'Wst',
        rows: 2,
        suggestions: [{ code: 'W', name: 'West' }],
        isCertain: false,
      },
    ])
    const wrong = await test.request('GET', `/api/v1/imports/${job.id}/wrong.csv`)
    expect(wrong.body).toContain(
      'Code,State,Kshetra,Ext Code,Problem\r\nKA,Karnataka,Wst,29,There is no zone Wst (Zone Code)\r\n',
    )
    const again = await drive.upload('state', wrong.body)
    expect(again.header.map((each: Json) => each.because)).toEqual([
      'usual name',
      'usual name',
      'remembered',
      'same name',
      null,
    ])
    job = await drive.change(job, {
      settings: { references: { Zone_Code: { Wst: 'W' } } },
      cells: [{ row: 3, column: 3, value: '32' }],
    })
    expect(job).toMatchObject({ state: 'read', report: null })
    job = await drive.check(job.id)
    expect(job.report).toMatchObject({ created: 2, wrong: 1 })
    expect(job.report.problems[0].message).toBe('State Code KL is already in row 3 of the file')
    const { body: stale } = await test.request('PATCH', `/api/v1/imports/${job.id}`, {
      version: 1,
      settings: {},
    })
    expect(stale.msg).toContain('changed by someone else')
    job = await drive.change(job, { settings: { leaveWrong: true } })
    job = await drive.run(job.id)
    expect(job).toMatchObject({ state: 'done', report: { created: 2, wrong: 1 } })
    expect((await test.request('POST', `/api/v1/imports/${job.id}/run`)).status).toBe(409)
    const same = await drive.upload('state', file)
    expect(same.sameFileBefore).toMatchObject({ id: job.id, state: 'done', by: 'ADMIN person' })
    expect(same.settings.references).toEqual({ Zone_Code: { Wst: 'W' } })
  })

  it('updates records by a key, and counts unchanged ones', async () => {
    const file = writeCsv([
      ['State Code', 'State Name', 'Zone Code', 'Ext Code'],
      ['ka', 'Karnataka', '', ''],
      ['KL', 'Keralam', 'W', '32'],
      ['TN', 'Tamil Nadu', 'W', '33'],
    ])
    let job = await drive.upload('state', file)
    job = await drive.change(job, { settings: { mode: 'update', leaveEmpty: false } })
    job = await drive.check(job.id)
    expect(job.report.problems.map((each: Json) => each.message)).toEqual([
      'Zone Code is required',
      'Ext Code is required',
      'There is no state with State Code TN',
    ])
    job = await drive.change(job, {
      settings: { mode: 'both', columns: ['State_Code', 'State_Name', null, null], leaveWrong: true },
    })
    job = await drive.run(job.id)
    expect(job.report).toMatchObject({ created: 0, updated: 1, unchanged: 1, wrong: 1 })
    expect(await states()).toContain('KL Keralam W 32')
    await test.request('POST', `/api/v1/batches/${job.batchId}/undo`)
    expect(await states()).toContain('KL Kerala W 32')
  })

  it('imports managers before their reports, generates codes, and finds records by them', async () => {
    await test.make('staffUser', { User_Id: 'boss', Employee_Code: 'B' })
    const { body } = await test.request('GET', '/api/v1/users/boss')
    const person = (code: string, manager: string): string[] => [
      code,
      body.Company_Code,
      body.Branch_Code,
      body.Function_Codes.join('; '),
      code,
      `Person ${code}`,
      body.Functional_Level_Code,
      manager,
    ]
    const headings = [
      'User Id',
      'Company Code',
      'Branch Code',
      'Function Codes',
      'Employee Code',
      'Employee Name',
      'Functional Level Code',
      'Admin Reporting Manager Code',
    ]
    const people = [
      person('P1', 'p2'),
      person('P2', 'P3'),
      person('P3', 'B'),
      person('C1', 'C2'),
      person('C2', 'C1'),
    ]
    let job = await drive.upload('staffUser', writeCsv([headings, ...people]))
    job = await drive.change(job, { settings: { leaveWrong: true } })
    job = await drive.run(job.id)
    expect(job.report).toMatchObject({ created: 3, wrong: 2 })
    expect(job.report.problems[0].message).toContain('refer to each other in a circle')
    const crops = await drive.upload(
      'material',
      'Material Type,Material Name\nPesticides,Neem\nFERTILIZERS,Urea\n',
    )
    const { report } = await drive.run(crops.id)
    expect(report).toMatchObject({ created: 2 })
    const rows = (await test.request('GET', `/api/v1/imports/${crops.id}/rows`)).body.items
    const codes = rows.map((each: Json) => each.record.name.slice('Material '.length))
    expect(Number(codes[1].slice(2))).toBe(Number(codes[0].slice(2)) + 1)
    let renamed = await drive.upload(
      'material',
      `Material Code,Material Name\n${codes[0]},Neem oil\nMT0099,Gone\n`,
    )
    renamed = await drive.change(renamed, { settings: { mode: 'update', leaveWrong: true } })
    renamed = await drive.run(renamed.id)
    expect(renamed.report).toMatchObject({ updated: 1, wrong: 1 })
  })

  it('keeps values where a cell is empty, or clears them when leaveEmpty is off', async () => {
    const { Company_Code: code } = await test.make('company', { Street: 'MG Road' })
    const read = async (): Promise<Json> => (await test.request('GET', `/api/v1/companies/${code}`)).body
    const update = async (name: string, settings: object): Promise<Json> => {
      const job = await drive.upload('company', `Company Code,Company Name,Street\n${code},${name},\n`)
      expect(job.settings.leaveEmpty).toBe(true)
      return (await drive.run((await drive.change(job, { settings: { mode: 'update', ...settings } })).id))
        .report
    }
    expect(await update('Sown', {})).toMatchObject({ updated: 1, wrong: 0 })
    expect(await read()).toMatchObject({ Company_Name: 'Sown', Street: 'MG Road' })
    expect(await update('Reaped', { leaveEmpty: false })).toMatchObject({ updated: 1, wrong: 0 })
    expect(await read()).toMatchObject({ Company_Name: 'Reaped', Street: null })
  })

  it('gives a reason for proposed columns only', async () => {
    const job = await drive.upload('state', 'Code,State Name\nXX,Nowhere\n')
    expect(job.header[1]).toMatchObject({ field: 'State_Name', because: 'same name' })
    const changed = await drive.change(job, { settings: { columns: ['State_Name', null] } })
    expect(changed.header.map((each: Json) => [each.field, each.because])).toEqual([
      ['State_Name', null],
      [null, null],
    ])
    expect(changed.header[0]).not.toHaveProperty('proposed')
  })

  it('hides files of a master from accounts that cannot import it', async () => {
    const job = await drive.upload('role', 'Role Code,Role Name\nGUEST,Guest\n')
    const ask = (path: string, method = 'GET'): Promise<{ status: number; body: Json }> =>
      test.request(method, `/api/v1/${path}`, undefined, { as: 'OFFICE' })
    const listed = (await ask('imports?limit=200')).body.items
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.map((each: Json) => each.entity)).not.toContain('role')
    for (const path of ['', '/rows', '/unknown-references', '/wrong.csv'])
      expect((await ask(`imports/${job.id}${path}`)).status).toBe(403)
    for (const step of ['check', 'run', 'cancel'])
      expect((await ask(`imports/${job.id}/${step}`, 'POST')).status).toBe(403)
    expect((await ask(`imports/${job.id}`, 'DELETE')).status).toBe(403)
    expect((await ask('import-templates/roles.xlsx')).status).toBe(403)
  })

  it('runs checks beyond the declaration row by row', async () => {
    const job = await drive.upload('role', 'Role Code,Role Name\nADMIN,Other\nCLERK,Clerk\n')
    const changed = await drive.change(job, { settings: { leaveWrong: true } })
    expect((await drive.run(changed.id)).report).toMatchObject({ created: 1, wrong: 1 })
  })

  it('refuses unreadable files, stores nothing, and requires the right to import', async () => {
    const send = (body: string, query = 'entity=state&name=x', as = 'ADMIN') =>
      test.request('POST', `/api/v1/imports?${query}`, body, { headers: { 'content-type': 'text/csv' }, as })
    const parts = (): Promise<unknown[]> =>
      test.store.read.selectFrom('import_part').select('job_id').distinct().execute()
    const before = await parts()
    expect((await send('')).status).toBe(422)
    expect((await send('Code,Name\n')).body.msg).toContain('no rows below them')
    expect((await send(`a,b\n${'1,2\n'.repeat(9000)}"`)).body.msg).toContain('never closed')
    expect((await send('a', 'entity=nothing')).status).toBe(422)
    expect((await send('a\nb', 'entity=state', 'VIEWER')).status).toBe(403)
    expect((await send('a\nb', 'entity=role', 'OFFICE')).status).toBe(403)
    expect(await parts()).toEqual(before)
    expect((await test.request('GET', '/api/v1/imports/none')).status).toBe(404)
    expect((await test.request('GET', '/api/v1/import-templates/states.csv')).body).toContain(
      'State Code,State Name,Local Name,Zone Code,Ext Code\r\n',
    )
  })

  it('lists, stops and deletes imports', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => [`Z${at}`, `Zone ${at}`, 'IN'])
    const job = await drive.upload('zone', writeCsv([['Zone Code', 'Zone Name', 'Country Code'], ...rows]))
    const zones = async (): Promise<number> =>
      (await test.request('GET', '/api/v1/zones?total=true&limit=1')).body.total
    const before = await zones()
    await test.request('POST', `/api/v1/imports/${job.id}/run`)
    expect((await test.request('DELETE', `/api/v1/imports/${job.id}`)).status).toBe(409)
    const stopped = await test.request('POST', `/api/v1/imports/${job.id}/cancel`)
    expect(stopped.status).toBe(200)
    const ended = await drive.ended(job.id)
    expect(ended).toMatchObject({
      state: 'read',
      failure: 'It was stopped. Nothing was imported',
      batchId: null,
    })
    expect(await zones()).toBe(before)
    const listed = (await test.request('GET', '/api/v1/imports?entity=zone')).body.items
    expect(listed.map((each: Json) => each.id)).toEqual([job.id])
    expect((await test.request('DELETE', `/api/v1/imports/${job.id}`)).status).toBe(204)
    expect((await test.request('GET', `/api/v1/imports/${job.id}`)).status).toBe(404)
  })

  it('runs two imports one after the other, and does not undo records changed since', async () => {
    const headings = ['Zone Code', 'Zone Name', 'Country Code']
    const one = await drive.upload('zone', writeCsv([headings, ['A', 'One', 'IN'], ['B', 'One', 'IN']]))
    const two = await drive.upload('zone', writeCsv([headings, ['B', 'Two', 'IN'], ['C', 'Two', 'IN']]))
    await drive.change(two, { settings: { leaveWrong: true } })
    // The second is started while the first runs, and waits for its end.
    expect((await test.request('POST', `/api/v1/imports/${one.id}/run`)).status).toBe(202)
    const [first, second] = await Promise.all([drive.ended(one.id), drive.run(two.id)])
    expect(first).toMatchObject({ failure: null, report: { created: 2, wrong: 0 } })
    expect(second.report).toMatchObject({ created: 1, wrong: 1 })
    expect((await test.request('PATCH', '/api/v1/zones/A', { Zone_Name: 'Mine', version: 1 })).status).toBe(
      200,
    )
    const { body } = await test.request('POST', `/api/v1/batches/${first.batchId}/undo`)
    expect(body).toMatchObject({ undone: 1, leftCount: 1 })
    expect(body.left[0]).toMatchObject({ name: 'Zone A', because: 'It was changed since' })
  })
  it('applies screen access from imported Applications at once', async () => {
    const maySee = async (): Promise<number> =>
      (await test.request('GET', '/api/v1/soils', undefined, { as: 'OFFICE' })).status
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...values } = await test.make('application')
    const lists = { Function_Codes: values.Function_Codes[0], Function_Names: values.Function_Names[0] }
    const row = { ...values, ...lists, Process_Code: 'contact20' }
    expect(await maySee()).toBe(200)
    const { id } = await drive.upload('application', writeCsv([Object.keys(row), Object.values(row)]))
    const done = await drive.run(id)
    expect([done.report.created, await maySee()]).toEqual([1, 403])
    await test.request('POST', `/api/v1/batches/${done.batchId}/undo`)
    expect(await maySee()).toBe(200)
  })
})
