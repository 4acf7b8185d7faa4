import { refused, type OpenedFile } from './read-file.ts'

export function openXlsx(_bytes: Buffer): OpenedFile {
  throw refused('This is an Excel file. Save it as CSV and send it again')
}
