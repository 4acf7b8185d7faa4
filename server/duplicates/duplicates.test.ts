import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { rebuildOldSearchText } from '../store/schema/rebuild-search-text.ts'

describe.each(databaseNames)('duplicate records on %s', (database) => {
  let test: TestApp
  let ramesh: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    ramesh = await test.make('customer', {
      Customer_Code: 'C-1',
      Customer_Name: 'રમેશભાઈ પટેલ',
      Primary_Contact: 'Kokila Patel',
      Customer_Phone: '+91 98250-12345',
      Customer_Email: 'Ramesh@Example.in',
      PAN: 'ABCPK1234L',
    })
    await test.make('customer', {
      Customer_Code: 'C-2',
      Customer_Name: 'Suresh Patel',
      Primary_Contact: 'Suresh Patel',
      Customer_Phone: '9900000001',
      Customer_Email: 'suresh@example.in',
      PAN: null,
    })
  })
  afterAll(() => test.close())

  const ask = async (values: Json, path = 'customers'): Promise<string[]> => {
    const { status, body } = await test.request('POST', `/api/v1/duplicates/${path}`, values)
    expect(status).toBe(200)
    return body.items.map((each: Json) => `${each.name}: ${each.reasons.join(', ')}`)
  }
  const search = async (q: string): Promise<string[]> => {
    const { body } = await test.request('GET', `/api/v1/customers?q=${encodeURIComponent(q)}`)
    return body.items.map((each: Json) => each.Customer_Code)
  }

  it('finds duplicates by phone, PAN, e-mail and sound, across scripts, with reasons', async () => {
    expect(await ask({ Customer_Phone: '098250 12345' })).toEqual(['Customer C-1: same phone'])
    expect(await ask({ PAN: 'abcpk 1234 l' })).toEqual(['Customer C-1: same PAN'])
    expect(await ask({ Customer_Email: 'ramesh@example.IN' })).toEqual(['Customer C-1: same e-mail'])
    for (const name of ['Ramesh Patel', 'रमेश पटेल', 'રમેશ પટેલ', 'R. Patel', 'Patel Ramesh Kantilal'])
      expect(await ask({ Customer_Name: name }), name).toEqual(['Customer C-1: similar name'])
    expect(await ask({ Customer_Name: 'Ramesh Patel', Customer_Phone: '9825012345' })).toEqual([
      'Customer C-1: same phone, similar name',
    ])
    expect(await ask({ Customer_Name: 'Kokilaben Patel' })).toEqual([
      'Customer C-1: name similar to the contact person',
    ])
  })

  it('uses the contact person only together with another match, and names the field', async () => {
    const City_Code = ramesh.City_Code as string
    const contact = { Customer_Name: 'Umiya Krushi Kendra', Primary_Contact: 'Kokilaben Patel' }
    expect(await ask(contact)).toEqual([])
    expect(await ask({ ...contact, City_Code: 'elsewhere' })).toEqual([])
    expect(await ask({ ...contact, City_Code })).toEqual(['Customer C-1: similar contact person, same city'])
    expect(await ask({ ...contact, Customer_Phone: '9825012345' })).toEqual([
      'Customer C-1: same phone, similar contact person',
    ])
    expect(await ask({ Customer_Name: 'Umiya Agro', Primary_Contact: 'Suresh Patel' })).toEqual([])
  })

  it('searches across scripts, and with honorific suffixes', async () => {
    await test.make('customer', { Customer_Code: 'C-3', Customer_Name: 'Maheshbhai Kulkarni' })
    for (const q of ['મહેશભાઈ', 'महेशभाई', 'મહેશ', 'कुलकर्णी', 'મહેશભાઈ કુલકર્ણી', 'Maheshbhai'])
      expect(await search(q), q).toEqual(['C-3'])
    for (const q of ['Rameshbhai', 'रमेशभाई', 'રમેશભાઈ', 'ramesh patel'])
      expect(await search(q), q).toEqual(['C-1'])
  })

  it('leaves out the record itself and records that share only a surname', async () => {
    expect(await ask({ ...ramesh })).toEqual([])
    expect(await ask({ Customer_Name: 'Patel' })).toEqual([])
    expect(await ask({ Customer_Name: 'Naresh Patel' })).toEqual([])
    expect(await ask({})).toEqual([])
  })

  it('works for every master with a name, and for the GSTIN of a company', async () => {
    await test.make('city', { City_Code: 'AHM', City_Name: 'Ahmedabad' })
    expect(await ask({ City_Name: 'અહમદાબાદ' }, 'cities')).toEqual(['City AHM: similar name'])
    await test.make('company', { Company_Code: 'AG', Company_Name: 'Agro', GST_No: '24AAACA1234A1Z5' })
    expect(await ask({ GST_No: '24aaaca1234a1z5' }, 'companies')).toEqual(['Company AG: same GSTIN'])
  })

  it('handles hostile input', async () => {
    for (const odd of [
      '"',
      '" OR "',
      '%',
      '_',
      "'; drop table customer; --",
      '|',
      'q',
      '*',
      '\u0000',
      'a'.repeat(5000),
    ])
      expect(await ask({ Customer_Name: `${odd} ${odd}`, Customer_Email: odd, PAN: odd, id: odd })).toEqual(
        [],
      )
    expect(await ask({ Customer_Name: ['Ramesh Patel'], Customer_Phone: 9825012345, PAN: {} })).toEqual([])
    expect((await test.request('POST', '/api/v1/duplicates/customers', [])).status).toBe(422)
    expect((await test.request('POST', '/api/v1/duplicates/customers', {}, { as: 'pending' })).status).toBe(
      403,
    )
  })

  it('finds names in another script by search, and no sound keys', async () => {
    expect(await search('ramesh')).toEqual(['C-1'])
    expect(await search('rameshbhai pat')).toEqual(['C-1'])
    expect(await search('રમેશ')).toEqual(['C-1'])
    expect(await search('સુરેશ')).toEqual(['C-2'])
    expect(await search('9825012345')).toEqual(['C-1'])
    expect(await search('ptl')).toEqual([])
  })

  it('rebuilds the search text of records of an earlier version once', async () => {
    const { store } = test
    const simulateOldVersion = (): Promise<unknown> =>
      store.transaction(async (tx) => {
        await sql`update customer set search_text = 'old', folded_texts = '{}' where customer_code = 'C-1'`.execute(
          tx,
        )
        await sql`delete from setting where name = 'search folding'`.execute(tx)
      })
    await simulateOldVersion()
    expect(await search('ramesh')).toEqual([])
    const runStep = async (): Promise<void> => {
      let position: string | undefined
      do {
        const from = position
        position = await store.transaction((tx) => rebuildOldSearchText.run(tx, store.dialect, from))
      } while (position !== undefined)
    }
    // Nothing to do where the version before this step has done so.
    const done = { name: 'search folding', value: '3', changed_at: '' }
    await store.transaction((tx) => tx.insertInto('setting').values(done).execute())
    await runStep()
    expect(await search('ramesh')).toEqual([])
    await runStep()
    expect(await search('ramesh')).toEqual(['C-1'])
    const row = store.read.selectFrom('customer').select(['customer_name', 'folded_texts'])
    const { customer_name: name, folded_texts: folded } = await row
      .where('customer_code', '=', 'C-1')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(String(folded))?.customer_name).toBe(
      /^[\x20-\x7e]*$/.test(String(name)) ? undefined : name,
    )
    expect(await ask({ Customer_Phone: '9825012345' })).toEqual(['Customer C-1: same phone'])
  })
})
