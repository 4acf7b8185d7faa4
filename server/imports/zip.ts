import yauzl from 'yauzl'
import { refused } from './refused.ts'

/** A ZIP file, which is what an XLSX file is, opened for reading; nothing of it is written anywhere. */
export interface Archive {
  has: (name: string) => boolean
  /** The text of an entry, a piece at a time. Each is read once at most. */
  textOf: (name: string) => AsyncGenerator<string>
  close: () => void
}

const maxEntries = 5000
/** Of all entries together, whatever their headers say. */
const maxUnpacked = 300 * 1024 * 1024
/** Text of a table packs ten or twenty times; what packs far better than that is made to fill somebody's memory. */
const maxRatio = 200
const smallEnough = 20 * 1024 * 1024

export const damaged = (): Error =>
  refused('The file is damaged: open it in a spreadsheet, save it again and send that')

export const bomb = (): Error =>
  refused(
    'The file holds far more than its size tells and was not unpacked. Save the table as CSV and send that',
  )

export async function openArchive(path: string): Promise<Archive> {
  // What entries really unpack to is counted here, whatever their headers say.
  const options = { autoClose: false, validateEntrySizes: false }
  const file = await yauzl.openPromise(path, options).catch(() => {
    throw damaged()
  })
  try {
    if (file.entryCount > maxEntries) throw bomb()
    const entries = new Map<string, yauzl.Entry>()
    try {
      for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry)
    } catch {
      throw damaged()
    }
    const announced = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    if (announced > maxUnpacked) throw bomb()
    return archiveOf(file, entries)
  } catch (error) {
    file.close()
    throw error
  }
}

function archiveOf(file: yauzl.ZipFile, entries: Map<string, yauzl.Entry>): Archive {
  const isRead = new Set<string>()
  let unpacked = 0
  return {
    has: (name) => entries.has(name),
    close: () => file.close(),
    textOf: async function* (name) {
      const entry = entries.get(name)
      if (!entry || isRead.has(name)) throw damaged()
      isRead.add(name)
      if (entry.isEncrypted())
        throw refused('The file is protected by a password. Save it without one and send it again')
      if (!entry.canDecodeFileData()) throw damaged()
      let size = 0
      const refuseAbsurd = (own: number): void => {
        if (unpacked + own > maxUnpacked || (own > smallEnough && own > entry.compressedSize * maxRatio))
          throw bomb()
      }
      refuseAbsurd(entry.uncompressedSize)
      const decoder = new TextDecoder()
      const stream = await file.openReadStreamPromise(entry).catch(() => {
        throw damaged()
      })
      try {
        for await (const chunk of withOwnErrors(stream)) {
          size += chunk.length
          refuseAbsurd(size)
          yield decoder.decode(chunk, { stream: true })
        }
      } finally {
        unpacked += size
        stream.destroy()
      }
    },
  }
}

/** Errors of the stream as sentences; those of whoever takes the chunks pass as they are. */
async function* withOwnErrors(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch(() => {
      throw damaged()
    })
    if (next.done) return
    yield next.value
  }
}
