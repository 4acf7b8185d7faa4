import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

interface WrittenEntry {
  name: Buffer
  crc: number
  compressedSize: number
  size: number
  offset: number
}

/** Streams a zip file; sizes and checksums follow each entry in a data descriptor. */
export async function* zipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: WrittenEntry[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const entry: WrittenEntry = { name: Buffer.from(name), crc: 0, compressedSize: 0, size: 0, offset }
    const head = Buffer.concat([
      header(0x04034b50, [20, ...common(entry)], [entry.name.length, 0]),
      entry.name,
    ])
    yield head
    for await (const chunk of compress(content, entry)) {
      entry.compressedSize += chunk.length
      yield chunk
    }
    const tail = uint32s([0x08074b50, entry.crc, entry.compressedSize, entry.size])
    yield tail
    offset += head.length + entry.compressedSize + tail.length
    written.push(entry)
  }
  const directory = Buffer.concat(
    written.flatMap((entry) => [
      header(0x02014b50, [20, 20, ...common(entry)], [entry.name.length, 0, 0, 0, 0], [0, entry.offset]),
      entry.name,
    ]),
  )
  yield directory
  yield header(0x06054b50, [], [0, 0, written.length, written.length], [directory.length, offset], [0])
}

async function* compress(content: ZipEntry['content'], entry: WrittenEntry): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: 3 })
  // If either stream ends or fails, the pipeline ends the other, and the reader gets the error.
  pipeline(Readable.from(counted()), deflate, () => {})
  for await (const chunk of deflate) yield chunk as Buffer
}

type Numbers = (number | { long: number })[]

// Flags for UTF-8 names and data descriptors; method deflate; a fixed date.
const common = ({ crc, compressedSize, size }: WrittenEntry): Numbers => [
  0x0808,
  8,
  0,
  0x21,
  { long: crc },
  { long: compressedSize },
  { long: size },
]

/** Writes a signature, then 16-bit numbers (32-bit where marked `long`), then the rest. */
function header(
  signature: number,
  first: Numbers,
  short: number[],
  long: number[] = [],
  last: number[] = [],
): Buffer {
  const parts: Numbers = [...first, ...short]
  const bytes = [uint32s([signature])]
  for (const part of parts) {
    if (typeof part === 'number') bytes.push(uint16s([part]))
    else bytes.push(uint32s([part.long]))
  }
  return Buffer.concat([...bytes, uint32s(long), uint16s(last)])
}

const uint32s = (all: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(all.length * 4)
  for (const [at, each] of all.entries()) bytes.writeUInt32LE(each, at * 4)
  return bytes
}

const uint16s = (all: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(all.length * 2)
  for (const [at, each] of all.entries()) bytes.writeUInt16LE(each, at * 2)
  return bytes
}
