import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNamed } from '../catalogue/catalogue.ts'
import { forms } from '../contract/forms.ts'
import { english, setLanguage } from '../messages/t.ts'
import { readLine, type Line } from './parse-line.ts'

const entities = forms.map((form) => entityNamed(form.entity)).filter(({ name }) => name !== 'contactMessage')
const read = (line: string): Line => readLine(line, entities)

/** The line, its entity, the values and the parent. */
const understood: [string, string, Record<string, string>, string?][] = [
  ['city PUN Pune in MH', 'city', { City_Code: 'PUN', City_Name: 'Pune' }, 'MH'],
  ['Cities PUN Pune in Maharashtra', 'city', { City_Code: 'PUN', City_Name: 'Pune' }, 'Maharashtra'],
  ['cit PUN Pune', 'city', { City_Code: 'PUN', City_Name: 'Pune' }],
  ['6 PUN Pune', 'city', { City_Code: 'PUN', City_Name: 'Pune' }],
  ['City(6) PUN Pune', 'city', { City_Code: 'PUN', City_Name: 'Pune' }],
  ['contact6 PUN Pune', 'city', { City_Code: 'PUN', City_Name: 'Pune' }],
  ['city NDL New Delhi in DL', 'city', { City_Code: 'NDL', City_Name: 'New Delhi' }, 'DL'],
  ['city NDL "New Delhi" in "Delhi NCR"', 'city', { City_Code: 'NDL', City_Name: 'New Delhi' }, 'Delhi NCR'],
  ['city "in MH" Somewhere', 'city', { City_Code: 'in MH', City_Name: 'Somewhere' }],
  ['city FIS Fort in Sea in KL', 'city', { City_Code: 'FIS', City_Name: 'Fort in Sea' }, 'KL'],
  ['city PUN Pune in', 'city', { City_Code: 'PUN', City_Name: 'Pune' }, ''],
  ['city in MH name:Pune code=PUN', 'city', { City_Name: 'Pune', City_Code: 'PUN' }, 'MH'],
  ['city state:MH PUN Pune', 'city', { State_Code: 'MH', City_Code: 'PUN', City_Name: 'Pune' }],
  ['city City_Name="Pune Rural" PUR', 'city', { City_Name: 'Pune Rural', City_Code: 'PUR' }],
  ['city "City Name"="Pune Rural" PUR', 'city', { City_Name: 'Pune Rural', City_Code: 'PUR' }],
  ['city', 'city', {}],
  ['city PUN', 'city', { City_Code: 'PUN' }],
  ['city પુણે પુણે શહેર in MH', 'city', { City_Code: 'પુણે', City_Name: 'પુણે શહેર' }, 'MH'],
  ['zone W West in IN', 'zone', { Zone_Code: 'W', Zone_Name: 'West' }, 'IN'],
  ['zone W West in in', 'zone', { Zone_Code: 'W', Zone_Name: 'West' }, 'in'],
  ['state GJ Gujarat 24 in W', 'state', { Ext_Code: '24', State_Code: 'GJ', State_Name: 'Gujarat' }, 'W'],
  ['state MP Madhya Pradesh in C', 'state', { State_Code: 'MP', State_Name: 'Madhya Pradesh' }, 'C'],
  [
    'state MP Madhya Pradesh 23 in C',
    'state',
    { Ext_Code: '23', State_Code: 'MP', State_Name: 'Madhya Pradesh' },
    'C',
  ],
  [
    'state MP Madhya Pradesh ext=23',
    'state',
    { Ext_Code: '23', State_Code: 'MP', State_Name: 'Madhya Pradesh' },
  ],
  ['pool P1 North pool in MH', 'pool', { Pool_Code: 'P1', Pool_Name: 'North pool' }, 'MH'],
  ['station S1 Anand in P-AHM', 'station', { Station_Code: 'S1', Station_Name: 'Anand' }, 'P-AHM'],
  [
    'country IN India 0 IN IND No India',
    'country',
    {
      Country_Code: 'IN',
      Country_Name: 'India',
      Postal_Code: '0',
      Iso_Code: 'IN',
      Iso_Code_3char: 'IND',
      Eu_Country: 'No',
      Country_Shortname: 'India',
    },
  ],
  ['country NZ New Zealand', 'country', { Country_Code: 'NZ', Country_Name: 'New Zealand' }],
  [
    'country NZ, New Zealand, 0, NZ, NZL, No, NZ',
    'country',
    {
      Country_Code: 'NZ',
      Country_Name: 'New Zealand',
      Postal_Code: '0',
      Iso_Code: 'NZ',
      Iso_Code_3char: 'NZL',
      Eu_Country: 'No',
      Country_Shortname: 'NZ',
    },
  ],
  ['crop Wheat', 'crop', { Crop_Name: 'Wheat' }],
  [
    'crop Wheat Rabi Cereal Grain A Good',
    'crop',
    {
      Crop_Name: 'Wheat',
      Crop_Type1: 'Rabi',
      Crop_Type2: 'Cereal',
      Crop_Type3: 'Grain',
      Crop_Grade: 'A',
      Crop_Quality: 'Good',
    },
  ],
  [
    'crop Basmati, Kharif, Cereal, Grain, A, Very good',
    'crop',
    {
      Crop_Name: 'Basmati',
      Crop_Type1: 'Kharif',
      Crop_Type2: 'Cereal',
      Crop_Type3: 'Grain',
      Crop_Grade: 'A',
      Crop_Quality: 'Very good',
    },
  ],
  ['soil Black cotton', 'soil', { Soil_Name: 'Black cotton' }],
  ['season Late Kharif', 'season', { Season_Name: 'Late Kharif' }],
  ['material Urea fertilizers', 'material', { materialType: 'fertilizers', materialName: 'Urea' }],
  ['material pesticides Neem oil', 'material', { materialType: 'pesticides', materialName: 'Neem oil' }],
  [
    'material "Pesticides" type=fertilizers',
    'material',
    { materialType: 'fertilizers', materialName: 'Pesticides' },
  ],
  ['gst G18 GST 18%', 'gst', { GST_Code: 'G18', GST_Name: 'GST 18%' }],
  ['currency INR Indian Rupee', 'currency', { Currency_Code: 'INR', Currency_Name: 'Indian Rupee' }],
  ['industry DAI Dairy', 'industry', { Industry_Code: 'DAI', Industry_Name: 'Dairy' }],
  [
    'payment term N30 "Net 30" days=30',
    'paymentTerm',
    { paymentTermDays: '30', paymentTermCode: 'N30', paymentTermName: 'Net 30' },
  ],
  [
    'payment-terms N30 Net 30 30',
    'paymentTerm',
    { paymentTermDays: '30', paymentTermCode: 'N30', paymentTermName: 'Net 30' },
  ],
  [
    'pay ter COD, Cash on delivery, 0',
    'paymentTerm',
    { paymentTermCode: 'COD', paymentTermName: 'Cash on delivery', paymentTermDays: '0' },
  ],
  ['role CLERK Clerk', 'role', { Role_Code: 'CLERK', Role_Name: 'Clerk' }],
  [
    'functional level FL1 Level one',
    'functionalLevel',
    { Functional_Level_Code: 'FL1', Functional_Level_Name: 'Level one' },
  ],
  ['function F1 Sales in HO', 'jobFunction', { Function_Code: 'F1', Function_Name: 'Sales' }, 'HO'],
  [
    'crop lot L7 2026-01-31 crop="Wheat"',
    'cropLot',
    { Crop_Name: 'Wheat', Date_Of_Reaping: '2026-01-31', Crop_Lot_Number: 'L7' },
  ],
  [
    'customer C9 Ramesh Patel individual email:r@x.in in ANA',
    'customer',
    { Customer_Email: 'r@x.in', Type: 'individual', Customer_Code: 'C9', Customer_Name: 'Ramesh Patel' },
    'ANA',
  ],
  [
    'customer C9 Ramesh non taxable',
    'customer',
    { Tax_Preference: 'non taxable', Customer_Code: 'C9', Customer_Name: 'Ramesh' },
  ],
  ['role R1 http://x.in', 'role', { Role_Code: 'R1', Role_Name: 'http://x.in' }],
  ['role R1 <script>alert(1)</script>', 'role', { Role_Code: 'R1', Role_Name: '<script>alert(1)</script>' }],
  ['role R1 "never closed', 'role', { Role_Code: 'R1', Role_Name: 'never closed' }],
]

describe('readLine', () => {
  it.each(understood)('%s', (line, entity, values, parent) => {
    const found = read(line)
    expect(found).toMatchObject({ kind: 'record', values, parent, problems: [] })
    expect(found.kind === 'record' && Object.keys(found.values).toSorted()).toEqual(
      Object.keys(values).toSorted(),
    )
    expect(found.kind === 'record' && found.entity.name).toBe(entity)
  })

  it.each([
    ['city PUN Pune colour:blue', /“colour” is not a field of City: put it in quotes/],
    ['city PUN Pune code=X code=Y', /City Code is given twice/],
    ['crop Wheat code=CR0001', /Crop Code is generated and cannot be entered/],
    ['crop Wheat type=Rabi', /“type” may mean Crop Type 1, Crop Type 2 or Crop Type 3/],
    ['crop lot L7 and more', /Not understood: and more/],
    ['role R1 Clerk =x', undefined],
  ])('%s: %s', (line, sentence) => {
    const found = read(line)
    const problems = found.kind === 'record' ? found.problems.join() : 'no record'
    if (sentence) expect(problems).toMatch(sentence)
    else expect(problems).toBe('')
  })

  it.each([
    [
      'c PUN',
      [
        'country',
        'city',
        'company',
        'currency',
        'crop',
        'cropLot',
        'customer',
        'cropSoilSeasonMapping',
        'cropMaterialMapping',
      ],
    ],
    ['s', ['state', 'station', 'soil', 'season']],
    ['co x', ['country', 'company']],
    ['us', ['staffUser', 'userRole']],
  ])('returns all entities that “%s” may mean', (line, names) => {
    const found = read(line)
    expect(found.kind === 'several' && found.entities.map(({ name }) => name).toSorted()).toEqual(
      names.toSorted(),
    )
  })

  it.each(['', '   ', 'xyz', '99 a b', '"city" PUN', 'pune', ':', '=', '"', ',,,'])(
    '“%s” is not a record',
    (line) => {
      expect(read(line).kind === 'record').toBe(false)
    },
  )

  it('needs no first word when the entity is known', () => {
    const city = entityNamed('city')
    expect(readLine('NAS Nashik', entities, city)).toMatchObject({
      entity: city,
      values: { City_Code: 'NAS', City_Name: 'Nashik' },
    })
    expect(readLine('6 Six', entities, city)).toMatchObject({ values: { City_Code: '6', City_Name: 'Six' } })
    expect(readLine('', entities, city)).toMatchObject({ isBare: true, values: {} })
  })

  it('accepts the entity as the first word even when it is known', () => {
    const city = entityNamed('city')
    expect(readLine('city NAS Nashik in MH', entities, city)).toMatchObject({
      entity: city,
      values: { City_Code: 'NAS', City_Name: 'Nashik' },
      parent: 'MH',
    })
    expect(readLine('city NAS', entities, city)).toMatchObject({ values: { City_Code: 'NAS' } })
    expect(readLine('zone W West in IN', entities, city)).toMatchObject({
      entity: entityNamed('zone'),
      values: { Zone_Code: 'W', Zone_Name: 'West' },
    })
    expect(readLine('"city" City', entities, city)).toMatchObject({
      values: { City_Code: 'city', City_Name: 'City' },
    })
    const material = entityNamed('material')
    expect(readLine('Soil Conditioner', entities, material)).toMatchObject({ entity: material })
  })

  it('finds every form by its name, its plural and its number', () => {
    for (const { entity, menu } of forms.filter((form) => form.entity !== 'contactMessage')) {
      for (const word of [
        entityNamed(entity).singular,
        entityNamed(entity).plural,
        menu,
        /\((\d+)\)/.exec(menu)?.[1],
      ])
        if (word) expect(read(`${word} X1`), word).toMatchObject({ kind: 'record', entity: { name: entity } })
    }
  })

  it('parses any line in linear time', () => {
    const start = performance.now()
    for (const line of [
      'a:'.repeat(5000),
      '"'.repeat(9999),
      `city ${'in '.repeat(3000)}`,
      'payment '.repeat(2000),
    ])
      read(line)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('in another language', () => {
  const translations = {
    City: 'શહેર',
    Cities: 'શહેરો',
    'City Name': 'શહેરનું નામ',
    'Payment Term': 'ચુકવણીની શરત',
    Yes: 'હા',
  }
  beforeAll(() => setLanguage(() => ({ locale: 'gu-IN', translations })))
  afterAll(() => setLanguage(() => english))

  it.each([
    ['શહેર PUN પુણે MH માં', 'city', { City_Code: 'PUN', City_Name: 'પુણે' }, 'MH'],
    ['શહેર PUN પુણે "Delhi NCR" માં', 'city', { City_Code: 'PUN', City_Name: 'પુણે' }, 'Delhi NCR'],
    ['શહેરો PUN પુણે in MH', 'city', { City_Code: 'PUN', City_Name: 'પુણે' }, 'MH'],
    ['શહે PUN પુણે', 'city', { City_Code: 'PUN', City_Name: 'પુણે' }],
    ['city PUN Pune in MH', 'city', { City_Code: 'PUN', City_Name: 'Pune' }, 'MH'],
    ['શહેર PUN "શહેરનું નામ"=પુણે', 'city', { City_Code: 'PUN', City_Name: 'પુણે' }],
    ['city PUN name=પુણે', 'city', { City_Code: 'PUN', City_Name: 'પુણે' }],
    ['ચુકવણીની શરત N30 Net', 'paymentTerm', {}],
  ])('%s', (line, entity, values, parent?: string) => {
    expect(read(line)).toMatchObject({ entity: entityNamed(entity), parent, problems: [] })
    expect(read(line)).toHaveProperty('values', expect.objectContaining(values))
  })
})
