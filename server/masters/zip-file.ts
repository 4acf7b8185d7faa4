import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  name: string
  content: AsyncIterable<string> | Iterable<string>
}

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** A zip, written as it goes: what is in it is known only afterwards, and said behind each part. */
export async function* zipFile(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset }
    const head = Buffer.concat([
      header(0x04034b50, [20, ...common(entry)], [entry.name.length, 0]),
      entry.name,
    ])
    yield head
    for await (const piece of packed(content, entry)) {
      entry.packed += piece.length
      yield piece
    }
    const tail = numbers([0x08074b50, entry.crc, entry.packed, entry.size])
    yield tail
    offset += head.length + entry.packed + tail.length
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

async function* packed(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw({ level: 3 })
  // Whichever ends first, by a failure or because nobody listens any more, ends the other; who reads is told.
  pipeline(Readable.from(counted()), deflate, () => {})
  for await (const piece of deflate) yield piece as Buffer
}

type Numbers = (number | { long: number })[]

// Names in UTF-8, sizes behind the content; deflated; a day that says nothing.
const common = ({ crc, packed: less, size }: Written): Numbers => [
  0x0808,
  8,
  0,
  0x21,
  { long: crc },
  { long: less },
  { long: size },
]

/** A signature, then two-byte numbers (four where it says so), then what follows them. */
function header(
  signature: number,
  first: Numbers,
  short: number[],
  long: number[] = [],
  last: number[] = [],
): Buffer {
  const parts: Numbers = [...first, ...short]
  const bytes = [numbers([signature])]
  for (const part of parts) {
    if (typeof part === 'number') bytes.push(shorts([part]))
    else bytes.push(numbers([part.long]))
  }
  return Buffer.concat([...bytes, numbers(long), shorts(last)])
}

const numbers = (all: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(all.length * 4)
  for (const [at, each] of all.entries()) bytes.writeUInt32LE(each, at * 4)
  return bytes
}

const shorts = (all: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(all.length * 2)
  for (const [at, each] of all.entries()) bytes.writeUInt16LE(each, at * 2)
  return bytes
}
