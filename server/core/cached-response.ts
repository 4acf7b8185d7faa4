import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'
const encodings: readonly Encoding[] = ['br', 'gzip']
const brotli = promisify(brotliCompress)
const compressors: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  // The best quality takes seconds per megabyte and saves a tenth.
  br: (plain) => brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: promisify(gzip),
}

interface Content {
  plain: Buffer
  etag: string
}

/** A response that is the same for all clients: built once, compressed once per encoding, and answered with 304 if unchanged. */
export function cachedResponse(
  type: string,
  build: () => string,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let content: Content | undefined
  const compressed = new Map<Encoding, Promise<Buffer>>()
  return async (request, reply) => {
    content ??= createContent(build())
    const { plain, etag } = content
    reply.type(type).header('etag', etag).header('vary', 'accept-encoding')
    // Clients revalidate it; it contains no personal data.
    reply.header('cache-control', 'public, no-cache')
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    const encoding = encodings.find((each) => acceptsEncoding(request.headers['accept-encoding'], each))
    if (!encoding) return reply.send(plain)
    const answer = compressed.get(encoding) ?? compressors[encoding](plain)
    compressed.set(encoding, answer)
    return reply.header('content-encoding', encoding).send(await answer)
  }
}

function createContent(text: string): Content {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  // Weak, because the compressed forms share it.
  return { plain, etag: `W/"${digest}"` }
}

const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag.slice(2))

/** Whether a header like `gzip, br;q=0.5, *;q=0` accepts this encoding. */
function acceptsEncoding(header: string | undefined, encoding: string): boolean {
  const parts = (header ?? '').toLowerCase().split(',')
  const named = parts.map((part) => part.split(';').map((word) => word.trim()))
  const own = named.find(([name]) => name === encoding)
  return own !== undefined && !own.slice(1).some((word) => /^q=0(?:\.0*)?$/.test(word))
}
