import { withSourceLines } from '../project/source-lines.ts'
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Milliseconds that a line of the log waits for others, with which it is written. */
const maxDelay = 100
const bufferBytes = 4096
const warn = 40

/** Standard output, written in pieces; warnings and errors are written at once, the rest at the latest when the process ends. */
export function bufferedLog(level: string): Logger {
  const output = pino.destination({ sync: false, minLength: bufferBytes, periodicFlush: maxDelay })
  return openLog(level, output, () => output.flush())
}

/** Structured log, one line per event, without secrets and personal data: no headers, no bodies, no query strings. */
export function openLog(level: string, destination?: DestinationStream, flush?: () => void): Logger {
  const options: LoggerOptions = {
    level,
    ...(flush && {
      hooks: {
        logMethod(args, log, lineLevel) {
          log.apply(this, args)
          if (lineLevel >= warn) flush()
        },
      },
    }),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request: LoggedRequest) => ({
        method: request.method,
        path: loggedPath(request),
        address: request.ip,
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      // A driver's error message can quote values; its first line, code and stack are enough.
      err: (error: Error & { code?: string }) => ({
        name: error.name,
        code: error.code,
        message: firstLine(error.message),
        stack: error.stack && withSourceLines(error.stack),
      }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

interface LoggedRequest {
  method: string
  url: string
  ip?: string | undefined
  routeOptions?: { url?: string | undefined; config: { isPathSecret?: true } }
}

/** As long as generated secrets, and longer than an id. */
const longToken = /[\w-]{40,}/g
/** No legitimate path is percent-encoded more often than this. */
const maxDecodings = 4

/**
 * The path without secrets. The matched route knows whether a part of the path is secret; without a match it may be a mistyped
 * calendar URL, which still contains the secret.
 */
function loggedPath({ url, routeOptions }: LoggedRequest): string {
  const route = routeOptions?.url
  if (route !== undefined && routeOptions?.config.isPathSecret) return route
  // A request target can also be an absolute URL with credentials.
  const path = url.replace(/^[a-z][\w+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/)[0]!
  const plain = decodeFully(path)
  if (plain === undefined) return '…'
  const isCalendar = route === undefined && /calendar./is.test(plain)
  const visible = isCalendar ? plain.replace(/calendar.*$/is, 'calendar…') : plain
  const redacted = visible.replaceAll(longToken, '…')
  return redacted === plain ? path : redacted
}

/** Decodes repeatedly and byte by byte, so that invalid UTF-8 is decoded as well. */
function decodeFully(path: string): string | undefined {
  let text = path
  for (let round = 0; round < maxDecodings; round++) {
    const next = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    if (next === text) return text
    text = next
  }
  return undefined
}

const firstLine = (text: string): string => text.split('\n')[0]!.slice(0, 500)
