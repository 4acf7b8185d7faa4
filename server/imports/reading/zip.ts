import yauzl from 'yauzl'
import { fileProblem } from './file-problem.ts'
import { t } from '#domain/messages/t.ts'

/** An open ZIP archive, such as an XLSX file; nothing is extracted to disk. */
export interface Archive {
  has: (name: string) => boolean
  /** The text of an entry in chunks; each entry can be read once. */
  textOf: (name: string) => AsyncGenerator<string>
  close: () => void
}

const maxEntries = 5000
/** The limit for all entries together, whatever their headers say. */
const maxUnpacked = 300 * 1024 * 1024
/** Tables compress ten or twenty times; a far higher ratio is a zip bomb. */
const maxRatio = 200
const minBombSize = 20 * 1024 * 1024

export const damaged = (): Error =>
  fileProblem(t('The file is damaged: open it in a spreadsheet, save it again and upload that'))

export const bomb = (): Error =>
  fileProblem(
    t(
      'The file unpacks to far more than its size suggests and was not read. Save the table as CSV and upload that',
    ),
  )

export async function openArchive(path: string): Promise<Archive> {
  // The real sizes are counted while reading, whatever the headers say.
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
  const readNames = new Set<string>()
  let unpacked = 0
  return {
    has: (name) => entries.has(name),
    close: () => file.close(),
    textOf: async function* (name) {
      const entry = entries.get(name)
      if (!entry || readNames.has(name)) throw damaged()
      readNames.add(name)
      if (entry.isEncrypted())
        throw fileProblem(t('The file is protected by a password. Save it without one and upload it again'))
      if (!entry.canDecodeFileData()) throw damaged()
      let size = 0
      const refuseBomb = (own: number): void => {
        if (unpacked + own > maxUnpacked || (own > minBombSize && own > entry.compressedSize * maxRatio))
          throw bomb()
      }
      refuseBomb(entry.uncompressedSize)
      const decoder = new TextDecoder()
      const stream = await file.openReadStreamPromise(entry).catch(() => {
        throw damaged()
      })
      try {
        for await (const chunk of asDamaged(stream)) {
          size += chunk.length
          refuseBomb(size)
          yield decoder.decode(chunk, { stream: true })
        }
      } finally {
        unpacked += size
        stream.destroy()
      }
    },
  }
}

/** Turns errors of the stream into messages; errors thrown by the consumer pass unchanged. */
async function* asDamaged(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = stream[Symbol.asyncIterator]()
  for (;;) {
    const next = await chunks.next().catch(() => {
      throw damaged()
    })
    if (next.done) return
    yield next.value
  }
}
