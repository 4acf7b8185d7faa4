import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { readCsv } from '#domain/csv.ts'
import { databaseNames } from '#testing/databases.ts'
import { openTestApp, type Json, type TestApp } from '#testing/test-app.ts'
import { readColumns } from './export-columns.ts'
import { xlsxFile } from './xlsx-export.ts'

const formulas = ['=1+1', '+cmd', '-2', '@sum', '\u{3d}"a"', "'=1", 'a,"b"', ' x']

/** The entries of a zip file by its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const parts = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const start = bytes.readUInt32LE(at + 42)
    const from = start + 30 + bytes.readUInt16LE(start + 26)
    const content = inflateRawSync(bytes.subarray(from, from + bytes.readUInt32LE(at + 20)))
    expect(content.length).toBe(bytes.readUInt32LE(at + 24))
    expect(crc32(content)).toBe(bytes.readUInt32LE(at + 16))
    parts.set(name, content.toString())
    at += 46 + nameLength
  }
  return parts
}

/** Checks that tags are balanced and that text is escaped. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replaceAll(/<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)\s*(\/?)>/g, (_, closes, name, _attributes, empty) => {
      if (closes && open.pop() !== name) open.push('out of order')
      if (!closes && !empty) open.push(name)
      return ''
    })
  return open.length === 0 && !/[<>]|&(?!amp;|lt;|gt;)/.test(rest)
}

describe.each(databaseNames)('exports on %s', (database) => {
  let test: TestApp
  let first: Json
  beforeAll(async () => {
    test = await openTestApp(database)
    first = await test.make('customer', {
      Customer_Code: 'X0',
      Customer_Name: 'મહેશ & <Sons> _x0041_',
      Visit_In_Days: 1,
    })
    const { id: _1, version: _2, createdAt: _3, updatedAt: _4, ...base } = first
    for (const [at, Street] of formulas.entries()) {
      const input = {
        ...base,
        Street,
        Customer_Code: `X${at + 1}`,
        Visit_In_Days: at + 1,
        Last_Visited: '2026-03-01',
      }
      const { status, body } = await test.request('POST', '/api/v1/customers', input)
      if (status !== 201) throw new Error(JSON.stringify(body))
    }
    await test.make('balance', {
      Customer_Code: 'X0',
      Receivable: -125_000.5,
      Overdue: 0,
      As_Of: '2026-03-01',
    })
  })
  afterAll(() => test.close())

  const file = async (path: string, options = {}): Promise<Json> => {
    const token = await test.as('OFFICE')
    const headers = { authorization: `Bearer ${token}`, ...options }
    return test.app.server.inject({ method: 'GET', url: `/api/v1/exports/${path}`, headers })
  }

  it('contain what the list shows, as CSV without formulas', async () => {
    const answer = await file(
      'customers.csv?columns=Customer_Code,Street,Visit_In_Days,Last_Visited&sort=Customer_Code',
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="customers-2026-11-15.csv"')
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const [labels, ...rows] = readCsv(answer.body).records.map(({ cells }) => cells)
    expect(labels).toEqual(['Customer Code', 'Street', 'Visit In Days', 'Last Visited'])
    expect(rows).toHaveLength(9)
    expect(rows[1]).toEqual(['X1', "'=1+1", '1', '01/03/2026'])
    expect(rows.slice(1).map(([, street]) => street)).toEqual([
      "'=1+1",
      "'+cmd",
      "'-2",
      "'@sum",
      `'="a"`,
      "''=1",
      'a,"b"',
      'x',
    ])
    const balances = await file('balances.CSV')
    expect(balances.body).toContain('\r\nX0,01/03/2026,-125000.5,0\r\n')
  })

  it('are filtered, sorted and paged like the list, without sensitive fields by default', async () => {
    const some = await file('customers.csv?columns=Customer_Code&sort=-Customer_Code&Visit_In_Days.from=6')
    expect(some.body).toBe('\ufeffCustomer Code\r\nX8\r\nX7\r\nX6\r\n')
    const [labels] = readCsv((await file('customers.csv')).body).records
    expect(labels!.cells).not.toContain('PAN')
    const pan = await file(`customers.csv?columns=PAN&Customer_Code=X0`)
    expect(pan.body).toBe(`\ufeffPAN\r\n${first.PAN}\r\n`)
    const none = await file('customers.csv?columns=Street,Type&Street=nowhere')
    expect(none.body).toBe('\ufeffStreet,Type\r\n')
  })

  it('are valid workbooks with real numbers and dates, and a frozen heading', async () => {
    const columns = 'Customer_Code,Customer_Name,Visit_In_Days,Last_Visited,createdAt,Street'
    const answer = await file(`customers.xlsx?columns=${columns}&sort=Customer_Code`)
    expect(answer.headers['content-type']).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    const parts = unzip(answer.rawPayload)
    for (const [name, xml] of parts) expect(isWellFormed(xml), name).toBe(true)
    const sheet = parts.get('xl/worksheets/sheet1.xml')!
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
    expect(sheet).toContain('<t xml:space="preserve">મહેશ &amp; &lt;Sons&gt; _x005F_x0041_</t>')
    expect(sheet).toContain('<c r="C3" s="0"><v>1</v></c><c r="D3" s="2"><v>46082</v></c>')
    // 06:00 UTC is 11:30 in India.
    expect(sheet).toMatch(/<c r="E3" s="3"><v>46341\.4791/)
    expect(sheet).toContain('<t xml:space="preserve">=1+1</t>')
    expect(sheet.match(/<row /g)).toHaveLength(10)
    expect(parts.get('xl/styles.xml')).toContain('formatCode="dd/mm/yyyy"')
    expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Customers" sheetId="1" r:id="r1"/>')
  })

  it.each([
    ['customers.csv?columns=Customer_Code,Nothing', 422, 'Customers have no column Nothing'],
    ['customers.csv?columns=__proto__', 422, 'Customers have no column __proto__'],
    ['customers.csv?columns=Type,Type', 422, 'columns should name each field once'],
    ['customers.csv?columns=Type&columns=Street', 422, 'columns should be given once'],
    ['customers.csv?limit=5', 422, 'limit is not supported: an export contains all matching records'],
    ['customers.csv?Nothing=5', 422, 'Customers cannot be filtered by Nothing'],
    ['customers.pdf', 404, 'Customers can be exported as csv or xlsx'],
  ])('refuse %s with a message', async (path, status, sentence) => {
    const answer = await file(path)
    expect([answer.statusCode, JSON.parse(answer.body).msg]).toEqual([status, sentence])
  })

  it('require the right to export', async () => {
    const { status } = await test.request('GET', '/api/v1/exports/customers.csv', undefined, { as: 'VIEWER' })
    expect(status).toBe(403)
  })

  it('stop when the client disconnects, and log it', async () => {
    const lines: Json[] = []
    const log = { info: (line: Json, words: string) => lines.push({ ...line, words }) }
    const { exportList } = await import('./export-service.ts')
    const ctx = { ...test.ctx, log: log as never }
    const broken = await exportList(ctx, 'customer', 'xlsx', {})
    broken.content.once('data', () => broken.content.destroy())
    await new Promise((resolve) => broken.content.once('close', resolve))
    const whole = await exportList(ctx, 'customer', 'csv', { columns: 'Type' })
    for await (const _ of whole.content);
    await expect.poll(() => lines.length).toBe(2)
    expect(lines).toMatchObject([
      { words: 'export aborted', exported: { entity: 'customer', format: 'xlsx', isWhole: false } },
      { words: 'exported', by: 'system: test', exported: { columns: ['Type'], rows: 9, isWhole: true } },
    ])
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = test.app.server.server.address() as AddressInfo
    const headers = { authorization: `Bearer ${await test.as('OFFICE')}` }
    const answer = await new Promise<IncomingMessage>((resolve) => {
      get({ port, path: '/api/v1/exports/customers.csv', headers }, resolve)
    })
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    expect(readCsv(Buffer.concat(chunks).toString()).records).toHaveLength(10)
  })
})

it('continues on another sheet when one is full', async () => {
  const columns = readColumns(entityNamed('zone'), undefined, 'Asia/Kolkata', [])
  async function* pages(): AsyncGenerator<Json[]> {
    for (let page = 0; page < 3; page++)
      yield [0, 1, 2].map((at) => ({ Zone_Code: `${page}${at}`, Zone_Name: 'Z', Country_Code: 'IN' }))
  }
  const book = { title: 'Zones', columns, timeZone: 'Asia/Kolkata', rowsPerSheet: 4 }
  const chunks: Buffer[] = []
  for await (const chunk of xlsxFile(book, pages())) chunks.push(chunk)
  const parts = unzip(Buffer.concat(chunks))
  const rowsIn = (sheet: number): number =>
    parts.get(`xl/worksheets/sheet${sheet}.xml`)!.match(/<row /g)!.length
  expect([rowsIn(1), rowsIn(2), rowsIn(3)]).toEqual([5, 5, 2])
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Zones 3" sheetId="3" r:id="r3"/>')
})
