import { pino, type Logger } from 'pino'

/** Structured, one line an event. What may be a secret or about a person never gets in: no headers, no bodies, no query strings. */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      req: (request: { method: string; url: string; ip?: string }) => ({
        method: request.method,
        path: withoutSecret(request.url.split('?')[0]!),
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

/** The address of a calendar is its key. However it is spelled, and whether or not anybody has it, it is not written down. */
function withoutSecret(path: string): string {
  const [, api = '', kind = ''] = path.split('/')
  const isCalendar = `${decoded(api)}/${decoded(kind)}` === 'api/calendar'
  return isCalendar ? '/api/calendar/…' : path
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part
  }
}

const firstLine = (text: string): string => text.split('\n')[0]!.slice(0, 500)
