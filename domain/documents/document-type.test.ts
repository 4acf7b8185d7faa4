import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workbookNames, zipOf } from '#testing/files/zip-of.ts'
import { recogniseDocument, tidyFileName } from './document-type.ts'

const bytes = (text: string): Uint8Array => Uint8Array.from([...text].map((each) => each.charCodeAt(0)))
const pdf = bytes('%PDF-1.7\n%âãÏÓ\n1 0 obj')
const png = bytes('\u0089PNG\r\n\u001a\n\u0000\u0000')
const jpeg = bytes('\u00ff\u00d8\u00ff\u00e0')
const webp = bytes('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ')
const xlsx = zipOf(workbookNames)
const docx = zipOf(['[Content_Types].xml', 'word/document.xml'])
const none = 'The content of this file is none of PDF, JPEG, PNG, WebP, XLSX, DOCX, CSV, TXT'
const markup = 'SVG, HTML and XML files can contain scripts, so they are not accepted'

describe('the type of a document', () => {
  it.each([
    ['licence.pdf', pdf, 'application/pdf'],
    ['photo.JPG', jpeg, 'image/jpeg'],
    ['photo.jpeg', jpeg, 'image/jpeg'],
    ['scan.png', png, 'image/png'],
    ['scan.webp', webp, 'image/webp'],
    ['list.xlsx', xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['letter.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['list.csv', bytes('a,b\n1,2\n'), 'text/csv'],
    ['notes.txt', bytes('Deliver on Monday\n'), 'text/plain'],
    // It begins as a PDF, so it is served as one: as an attachment, of which no browser shows the HTML.
    ['polyglot.pdf', bytes('%PDF-1.7\n<html><script>alert(1)</script></html>'), 'application/pdf'],
    // Never unpacked.
    [
      'bomb.xlsx',
      zipOf(workbookNames, 0xff_ff_ff_fe),
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
  ])('%s is recognised by its content', (name, content, type) => {
    expect(recogniseDocument(name, content)).toEqual({ name, type })
  })

  it.each([
    ['empty.pdf', bytes(''), 'The file is empty: it has 0 bytes'],
    ['photo.pdf', png, 'This file is not what its name says: it is named as PDF, and its content is PNG'],
    ['list.csv', pdf, 'This file is not what its name says: it is named as CSV, and its content is PDF'],
    ['logo.svg', bytes('<svg xmlns="x"><script>alert(1)</script></svg>'), markup],
    ['logo.png', bytes('<svg onload="x()"/>'), markup],
    ['list.csv', bytes('name\n<script>alert(1)</script>'), markup],
    ['page.html', bytes('\n <!doctype html>'), markup],
    ['page.pdf', bytes('<!-- %PDF-1.7 --><script>alert(1)</script>'), markup],
    ['archive.zip', zipOf(['notes.txt']), none],
    ['broken.xlsx', zipOf(workbookNames).subarray(0, 60), none],
    ['macros.xlsx', zipOf([...workbookNames, 'xl/vbaProject.bin']), none],
    ['macros.docx', zipOf(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin']), none],
    ['only-the-words.xlsx', bytes('PK\u0003\u0004[Content_Types].xml xl/workbook.xml and more bytes'), none],
    ['run.exe', bytes('MZ\u0000\u0000'), none],
    ['notes.md', bytes('plain text'), none],
    [
      'report.docx',
      xlsx,
      'This file is not what its name says: it is named as DOCX, and its content is XLSX',
    ],
  ])('%s is refused with a sentence', (name, content, problem) => {
    expect(recogniseDocument(name, content)).toEqual({ problem })
  })

  it('takes less than a second for the largest files, whatever they contain', () => {
    const large = new Uint8Array(10 * 1024 * 1024)
    for (const [start, fill] of [
      ['PK\u0003\u0004', 'P'],
      ['PK\u0003\u0004', 'x'],
      ['a', ' '],
      ['a', '<'],
    ] as const) {
      large.fill(fill.charCodeAt(0))
      large.set(bytes(start))
      const before = performance.now()
      recogniseDocument('large.csv', large)
      expect(performance.now() - before).toBeLessThan(1000)
    }
  })

  it('never fails, whatever the bytes and the name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 600 }),
        fc.uint8Array({ maxLength: 200 }),
        (name, content) => {
          const found = recogniseDocument(name, content)
          if ('problem' in found) expect(found.problem).not.toBe('')
          else expect([...found.name].length).toBeLessThanOrEqual(210)
        },
      ),
    )
  })
})

describe('the name of a document', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\a\\Licence 2026.pdf', 'Licence 2026.pdf'],
    ['a\u0000b\u202e\r\nfdp.pdf', 'abfdp.pdf'],
    ['  .hidden.png ', 'hidden.png'],
    [`${'x'.repeat(500)}.pdf`, `${'x'.repeat(196)}.pdf`],
    ['લાઇસન્સ.pdf', 'લાઇસન્સ.pdf'],
    ['ક્\u200dષ.pdf', 'ક્\u200dષ.pdf'],
    ['///', ''],
  ])('%j becomes %j', (given, name) => {
    expect(tidyFileName(given)).toBe(name)
  })

  it('has no folders and no control characters, and stays as it is the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (given) => {
        const name = tidyFileName(given)
        expect(name).not.toMatch(/(?!\p{Join_Control})[\\/\p{Cc}\p{Cf}]/u)
        expect([...name].length).toBeLessThanOrEqual(200)
        expect(tidyFileName(name)).toBe(name)
      }),
    )
  })
})
