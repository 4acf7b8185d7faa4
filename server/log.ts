import { pino, type Logger } from 'pino'

/** Structured, one line an event. What may be a secret or about a person never gets in: no headers, no bodies, no query strings. */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request: LoggedRequest) => ({
        method: request.method,
        path: pathInLog(request),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      // A driver's error may quote the values it choked on; its kind and its place are enough.
      err: (error: Error & { code?: string }) => ({
        name: error.name,
        code: error.code,
        message: firstLine(error.message),
        stack: error.stack,
      }),
    },
  })
}

interface LoggedRequest {
  method: string
  url: string
  ip?: string | undefined
  routeOptions?: { url?: string | undefined; config: { isPathSecret?: true } }
}

/** As long as the secrets that are made here, and longer than an id. */
const longWord = /[\w-]{40,}/g
/** More rounds of encoding than these have no honest reason. */
const mostRounds = 4

/**
 * The path, without what may be a key. Which part of it is one is known by the route that matched; where none did, the address of a
 * calendar may have been spelled wrongly, and is still its key.
 */
function pathInLog({ url, routeOptions }: LoggedRequest): string {
  const route = routeOptions?.url
  if (route !== undefined && routeOptions?.config.isPathSecret) return route
  // A target may also be a whole address, with a name and a password in it.
  const path = url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)[0]!
  const plain = decoded(path)
  if (plain === undefined) return '…'
  const isOfCalendar = route === undefined && /calendar./is.test(plain)
  const shown = isOfCalendar ? plain.replace(/calendar.*$/is, 'calendar…') : plain
  const kept = shown.replaceAll(longWord, '…')
  return kept === plain ? path : kept
}

/** However often it is encoded, byte by byte: what is not good UTF-8 is read as well. */
function decoded(path: string): string | undefined {
  let text = path
  for (let round = 0; round < mostRounds; round++) {
    const next = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    if (next === text) return text
    text = next
  }
  return undefined
}

const firstLine = (text: string): string => text.split('\n')[0]!.slice(0, 500)
