import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'

const tree = {
  country: [
    { Country_Code: 'IN', Country_Name: 'India' },
    { Country_Code: 'NP', Country_Name: 'Nepal' },
  ],
  zone: [
    { Zone_Code: 'W', Zone_Name: 'West', Country_Code: 'IN' },
    { Zone_Code: 'KTM', Zone_Name: 'Kathmandu', Country_Code: 'NP' },
  ],
  state: [
    { State_Code: 'GJ', State_Name: 'Gujarat', Zone_Code: 'W' },
    { State_Code: 'MH', State_Name: 'Maharashtra', Zone_Code: 'W' },
    { State_Code: 'BG', State_Name: 'Bagmati', Zone_Code: 'KTM' },
  ],
  pool: [
    { Pool_Code: 'P-AHM', Pool_Name: 'Ahmedabad', State_Code: 'GJ' },
    { Pool_Code: 'P-PUN', Pool_Name: 'Pune', State_Code: 'MH' },
    { Pool_Code: 'P-KTM', Pool_Name: 'Valley', State_Code: 'BG' },
  ],
  station: [
    { Station_Code: 'S-1', Station_Name: 'Anand', Pool_Code: 'P-AHM' },
    { Station_Code: 'S-10', Station_Name: 'Sanand', Pool_Code: 'P-AHM' },
    { Station_Code: 'S-2', Station_Name: 'Baramati', Pool_Code: 'P-PUN' },
    { Station_Code: 'S-3', Station_Name: 'Patan', Pool_Code: 'P-KTM' },
  ],
}

describe.each(databaseNames)('options on %s', (database) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(database)
    for (const [name, records] of Object.entries(tree))
      for (const record of records) await test.make(name, record)
    for (const [Company_Code, Branch_Name] of [
      ['C1', 'Anand office'],
      ['C2', 'Pune office'],
    ]) {
      await test.make('company', { Company_Code })
      await test.make('branch', { Company_Code, Branch_Code: 'HO', Branch_Name })
    }
    await test.make('branch', { Company_Code: 'C2', Branch_Code: 'B2', Branch_Name: 'Nashik' })
    for (const Crop_Type1 of ['Bread', 'Durum', 'Durum'])
      await test.make('crop', { Crop_Name: 'Sharbati', Crop_Type1 })
  })
  afterAll(() => test.close())

  const ask = async (path: string): Promise<Json> => {
    const { status, body } = await test.request('GET', `/api/v1/options/${path}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  const values = async (path: string): Promise<string[]> =>
    (await ask(path)).items.map((item: Json) => item.value)

  it('include their title and every level above them', async () => {
    expect(await ask('stations?under.pool=P-PUN')).toEqual({
      items: [
        {
          value: 'S-2',
          title: 'Baramati',
          facts: [{ 'under.pool': 'P-PUN', 'under.state': 'MH', 'under.zone': 'W', 'under.country': 'IN' }],
        },
      ],
      more: false,
    })
  })

  it('can be filtered by one or several levels above, in any letter case', async () => {
    expect(await values('stations?under.state=gj')).toEqual(['S-1', 'S-10'])
    expect(await values('stations?under.zone=W')).toEqual(['S-1', 'S-10', 'S-2'])
    expect(await values('stations?under.country=NP')).toEqual(['S-3'])
    expect(await values('stations?under.country=NP&under.state=GJ')).toEqual([])
    expect(await values('stations?under.country=Atlantis')).toEqual([])
  })

  it('are found by code or name, prefixes first, in pages', async () => {
    expect(await values('stations?q=anand')).toEqual(['S-1', 'S-10'])
    expect(await values('stations?q=s-1')).toEqual(['S-1', 'S-10'])
    expect(await values('stations?q=pa')).toEqual(['S-3'])
    expect(await values('stations?q=sa')).toEqual(['S-10'])
    expect(await values('pools?q=p')).toEqual(['P-AHM', 'P-PUN', 'P-KTM'])
    expect(await values('pools?q=u')).toEqual(['P-PUN'])
    expect(await values('states?q=ma')).toEqual(['MH', 'BG'])
    expect(await values('countries?q=np')).toEqual(['NP'])
    expect(await ask('stations?limit=2')).toMatchObject({ more: true, items: [{}, {}] })
    expect(await values(`stations?q=${encodeURIComponent(`%' or 1=1 --`)}`)).toEqual([])
    expect(await values(`stations?q=${encodeURIComponent(String.raw`\_`)}`)).toEqual([])
  })

  it('rank exact code, exact name, prefix, word prefix, most used, then shortest', async () => {
    for (const [Country_Code, Country_Name] of [
      ['ID', 'Indonesia'],
      ['IO', 'British Indian Ocean Territory'],
      ['IND', 'Somewhere'],
      ['XA', 'In'],
      ['XB', 'Indaria'],
      ['XC', 'Windward'],
    ])
      await test.make('country', { Country_Code, Country_Name })
    const byCode = ['IND', 'IN', 'XB', 'ID', 'IO', 'XC']
    expect(await values('countries?q=ind'), 'IN is used by a zone').toEqual(byCode)
    expect(await values('countries?q=in')).toEqual(['IN', 'XA', 'IND', 'XB', 'ID', 'IO', 'XC'])
    expect(await values('countries?q=india')).toEqual(['IN', 'IO'])
    for (const Zone_Code of ['ID1', 'ID2', 'ID3'])
      await test.make('zone', { Zone_Code, Zone_Name: Zone_Code, Country_Code: 'ID' })
    expect(await values('countries?q=ind'), 'ID is used by three').toEqual([
      'IND',
      'ID',
      'IN',
      'XB',
      'IO',
      'XC',
    ])
  })

  it('rank a rate that starts with the typed text before one that ends with it', async () => {
    for (const [GST_Code, GST_Name] of [
      ['GST0.25', 'GST 0.25%'],
      ['GST1.5', 'GST 1.5%'],
      ['GST15', 'GST 15%'],
      ['GST5', 'GST 5%'],
    ])
      await test.make('gst', { GST_Code, GST_Name })
    expect(await values('gst?of=GST_Name&q=5')).toEqual(['GST 5%', 'GST 15%', 'GST 1.5%', 'GST 0.25%'])
    expect(await values('gst?of=GST_Name&q=1')).toEqual(['GST 15%', 'GST 1.5%'])
  })

  it('are distinct; a value of several records has several facts and no title', async () => {
    const { items } = await ask('branches?of=Branch_Code')
    expect(items).toEqual([
      { value: 'B2', title: 'Nashik', facts: [{ 'under.company': 'C2' }] },
      { value: 'HO', title: null, facts: [{ 'under.company': 'C1' }, { 'under.company': 'C2' }] },
    ])
    expect((await ask('branches?of=Branch_Code&under.company=C1')).items).toEqual([
      { value: 'HO', title: 'Anand office', facts: [{ 'under.company': 'C1' }] },
    ])
  })

  it('return requested fields with a value, and filter by them', async () => {
    const path = 'crops?of=Crop_Name&with=Crop_Type1&Crop_Name=Sharbati'
    expect((await ask(path)).items).toEqual([
      {
        value: 'Sharbati',
        title: null,
        facts: [{ Crop_Type1: 'Bread' }, { Crop_Type1: 'Durum' }, { Crop_Type1: 'Durum' }],
      },
    ])
    expect(await values('crops?of=Crop_Type1&Crop_Name=Sharbati')).toEqual(['Bread', 'Durum'])
    expect((await ask('states?State_Code=gj&with=Ext_Code')).items[0].facts[0]).toMatchObject({
      Ext_Code: expect.any(String),
    })
  })

  it('omit the facts of a value that very many records share, and only of that value', async () => {
    for (let n = 0; n < 21; n++) await test.make('crop', { Crop_Name: 'Everywhere', Crop_Type1: `T${n}` })
    const { items, more } = await ask('crops?of=Crop_Name&with=Crop_Type1&q=e')
    const facts = Object.fromEntries(items.map((item: Json) => [item.value, item.facts.length]))
    expect(facts).toMatchObject({ Everywhere: 0, Wheat: 1 })
    expect(more, 'more: the form searches on the server').toBe(true)
  })

  it.each([
    ['stations?of=Colour', 'Stations cannot be chosen by Colour'],
    ['customers?of=PAN', 'Customers cannot be chosen by PAN'],
    ['customers?of=Visit_In_Days', 'Customers cannot be chosen by Visit_In_Days'],
    ['customers?with=PAN', 'Customers cannot be described by PAN'],
    ['users?of=Function_Codes', 'Users cannot be chosen by Function_Codes'],
    ['stations?under.crop=CR0001', 'Stations do not belong to crop'],
    ['stations?under.state=', 'under.state should have a value'],
    ['stations?under.state=GJ&under.state=MH', 'under.state should be given once'],
    ['stations?limit=0', 'limit should be a whole number from 1 to 200'],
    ['stations?Colour=red', 'Stations cannot be filtered by Colour'],
  ])('return 422 for %s', async (path, sentence) => {
    const { status, body } = await test.request('GET', `/api/v1/options/${path}`)
    expect(status).toBe(422)
    expect(body.errors.map((error: Json) => error.message)).toContain(sentence)
  })

  it('require the right to read the records', async () => {
    const as = async (who: 'anonymous' | 'pending' | 'FIELD', path: string): Promise<number> =>
      (await test.request('GET', `/api/v1/options/${path}`, undefined, { as: who })).status
    expect(await as('anonymous', 'stations')).toBe(401)
    expect(await as('pending', 'stations')).toBe(403)
    expect(await as('FIELD', 'stations')).toBe(200)
    expect(await as('FIELD', 'contact-messages?of=username')).toBe(403)
  })
})
