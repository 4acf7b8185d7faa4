import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'
const encodings: readonly Encoding[] = ['br', 'gzip']
const brotli = promisify(brotliCompress)
const compressors: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  // The best quality takes seconds for a megabyte, and saves a tenth.
  br: (plain) => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: promisify(gzip),
}

interface Content {
  plain: Buffer
  etag: string
}

/** An answer that is the same for everybody: made once, compressed once in each way, and not sent to whoever has it. */
export function preparedAnswer(
  type: string,
  make: () => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let content: Content | undefined
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return async (request, reply) => {
    content ??= contentOf(make())
    const { plain, etag } = content
    reply.type(type).header('etag', etag).header('vary', 'accept-encoding')
    // Whoever has it asks whether it is still the same; nothing in it is about anybody.
    reply.header('cache-control', 'public, no-cache')
    if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = encodings.find((each) => accepts(request.headers['accept-encoding'], each))
    if (!encoding) return reply.send(plain)
    const answer = compressed.get(encoding) ?? compressors[encoding](plain)
    compressed.set(encoding, answer)
    return reply.header('content-encoding', encoding).send(await answer)
  }
}

function contentOf(text: string): Content {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  // Weak, because it stands for the compressed forms as well.
  return { plain, etag: `W/"${digest}"` }
}

const namesTag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag.slice(2))

/** Whether a header like `gzip, br;q=0.5, *;q=0` takes this encoding. */
function accepts(header: string | undefined, encoding: string): boolean {
  const parts = (header ?? '').toLowerCase().split(',')
  const named = parts.map((part) => part.split(';').map((word) => word.trim()))
  const own = named.find(([name]) => name === encoding)
  return own !== undefined && !own.slice(1).some((word) => /^q=0(?:\.0*)?$/.test(word))
}
