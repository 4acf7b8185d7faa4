import { count } from './import-words.ts'
import type { Given } from './use-upload.ts'

/** The server refuses more as well; nobody need wait for that. */
const mostBytes = 50 * 1024 * 1024

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const accepted = `.csv,.tsv,.txt,.xlsx,text/csv,text/plain,${workbook}`

function typeOf(name: string): string {
  if (/\.xlsx$/i.test(name)) return workbook
  return /\.(?:csv|tsv|txt)$/i.test(name) ? 'text/csv' : 'application/octet-stream'
}

/** A file as it is sent; throws the sentence when it cannot be. */
export function givenFile(file: File): Given {
  if (file.size === 0) throw new Error(`${file.name} is empty. Choose the file that has the rows`)
  if (file.size > mostBytes)
    throw new Error(
      `${file.name} has ${count(Math.ceil(file.size / 1024 / 1024))} MB, and 50 MB can be read at once. Split it into several files`,
    )
  return { name: file.name, content: new Blob([file], { type: typeOf(file.name) }) }
}

/** Rows from a spreadsheet; the first of them has the headings. */
export function givenText(text: string): Given {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length
  if (lines < 2)
    throw new Error('Copy the line with the headings as well: the first line says what the columns are')
  return { name: 'Pasted rows', content: new Blob([text], { type: 'text/plain' }), rows: lines - 1 }
}
