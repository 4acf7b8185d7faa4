import type { UploadSource } from './use-upload.ts'
import { t } from '#domain/messages/t.ts'

/** The server has the same limit; checking here avoids a useless upload. */
const maxBytes = 50 * 1024 * 1024

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const acceptedTypes = `.csv,.tsv,.txt,.xlsx,text/csv,text/plain,${workbook}`

function typeOf(name: string): string {
  if (/\.xlsx$/i.test(name)) return workbook
  return /\.(?:csv|tsv|txt)$/i.test(name) ? 'text/csv' : 'application/octet-stream'
}

/** Prepares a file for upload; throws an error with a message for the user when it cannot be sent. */
export function fileToUpload(file: File): UploadSource {
  if (file.size === 0) throw new Error(t('{name} is empty. Choose a file with rows', { name: file.name }))
  if (file.size > maxBytes)
    throw new Error(
      t('{name} is {size, number} MB and the limit is 50 MB. Split it into several files', {
        name: file.name,
        size: Math.ceil(file.size / 1024 / 1024),
      }),
    )
  return { name: file.name, content: new Blob([file], { type: typeOf(file.name) }) }
}

/** Prepares rows pasted from a spreadsheet; the first line has the headings. */
export function textToUpload(text: string): UploadSource {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '').length
  if (lines < 2) throw new Error(t('Include the heading row: the first line must have the column names'))
  return { name: t('Pasted rows'), content: new Blob([text], { type: 'text/plain' }), rows: lines - 1 }
}
