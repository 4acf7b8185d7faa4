import { createInflateRaw } from 'node:zlib'
import { refused } from './read-file.ts'

export interface ZipEntry {
  name: string
  method: number
  compressed: number
  size: number
  at: number
  isEncrypted: boolean
}

const mostEntries = 5000
const mostUnpacked = 300 * 1024 * 1024
/** Text of a table packs ten or twenty times; what packs far better than that is made to fill somebody's memory. */
const mostRatio = 200
const smallEnough = 20 * 1024 * 1024

const damaged = (): Error =>
  refused('The file is damaged: open it in a spreadsheet, save it again and send that')

export const bomb = (): Error =>
  refused(
    'The file holds far more than its size tells and was not unpacked. Save the table as CSV and send that',
  )

/** The table of contents of a ZIP file, which is what an XLSX file is. */
export function readZip(bytes: Buffer): Map<string, ZipEntry> {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > bytes.length) throw damaged()
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > mostEntries) throw bomb()
  const entries = new Map<string, ZipEntry>()
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged()
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((from) => bytes.readUInt16LE(at + from))
    const name = bytes.subarray(at + 46, at + 46 + nameLength!).toString('utf8')
    entries.set(name.replaceAll('\\', '/').replace(/^\/+/, ''), {
      name,
      method: bytes.readUInt16LE(at + 10),
      compressed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    })
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return entries
}

/** The text of an entry, a chunk at a time; whatever its header says, no more than so much of it. */
export async function* textOfEntry(bytes: Buffer, entry: ZipEntry): AsyncGenerator<string> {
  if (entry.isEncrypted)
    throw refused('The file is protected by a password. Save it without one and send it again')
  const isAbsurd = (size: number): boolean =>
    size > mostUnpacked || (size > smallEnough && size > entry.compressed * mostRatio)
  if (isAbsurd(entry.size)) throw bomb()
  if (entry.at + 30 > bytes.length || bytes.readUInt32LE(entry.at) !== 0x04034b50) throw damaged()
  const from = entry.at + 30 + bytes.readUInt16LE(entry.at + 26) + bytes.readUInt16LE(entry.at + 28)
  const packed = bytes.subarray(from, from + entry.compressed)
  const decoder = new TextDecoder()
  if (entry.method === 0) {
    yield decoder.decode(packed)
    return
  }
  if (entry.method !== 8) throw damaged()
  const inflate = createInflateRaw({ chunkSize: 256 * 1024 })
  inflate.end(packed)
  let size = 0
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length
      if (isAbsurd(size)) throw bomb()
      yield decoder.decode(chunk, { stream: true })
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw damaged()
    throw error
  } finally {
    inflate.destroy()
  }
}
