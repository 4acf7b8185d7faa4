import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { t } from '#domain/messages/t.ts'
import type { Config } from '../../base/config.ts'
import { currentLanguageCode, inLanguage, languageCodeOf } from '../../core/language.ts'
import { chosenLanguage } from '../chosen-language.ts'
import { escapeHtml } from '../escape-html.ts'
import { createHttpServer } from './http-server.ts'

export interface StartPage {
  /** Shows what the start does; the first call opens the port. */
  show: (sentence: string) => void
  close: () => Promise<void>
}

const retryAfterSeconds = 5

/**
 * Answers requests during a long start: 503 with what it does, on a page that reloads itself. A quick start never opens it. `/healthz` answers
 * 200, so that a supervisor does not end a process that is upgrading the database.
 */
export function openStartPage({ port, host, tls }: Pick<Config, 'port' | 'host' | 'tls'>): StartPage {
  let server: Server | undefined
  let current = ''
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (/^\/healthz\/?(\?|$)/.test(request.url ?? '')) return sendJson(response, 200, { status: 'ok' })
    response.setHeader('retry-after', retryAfterSeconds)
    const isPage = (request.headers.accept ?? '').includes('text/html')
    if (isPage) {
      const { headers } = request
      const language = chosenLanguage(headers) ?? languageCodeOf(headers['accept-language'])
      inLanguage(language ?? null, () => sendPage(response, current))
    } else
      sendJson(response, 503, {
        type: 'about:blank',
        title: 'Starting',
        status: 503,
        detail: `AgriDesk is starting. ${current}`,
        msg: `AgriDesk is starting. ${current}`,
      })
  }
  return {
    show: (sentence) => {
      current = sentence
      // Any free port would be another one than that of the server.
      if (server || port === 0) return
      server = createHttpServer(answer, tls)
      // A port that is in use is reported when the server itself listens.
      server.on('error', () => {})
      server.listen(port, host)
    },
    close: () =>
      new Promise((resolve) => {
        if (!server) return resolve()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(JSON.stringify(body))
}

/** In the language of the reader; the progress is for operators, in English as in the log. */
function sendPage(response: ServerResponse, progress: string): void {
  const language = currentLanguageCode()
  const heading = escapeHtml(t('AgriDesk is starting'))
  response
    .writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'content-language': language,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      refresh: String(retryAfterSeconds),
    })
    .end(
      `<!doctype html><html lang="${language}"><meta name="viewport" content="width=device-width"><title>${heading}</title><h1>${heading}</h1><p>${escapeHtml(t('Nothing you saved is lost. This page reloads by itself.'))}</p><p lang="en">${escapeHtml(progress)}</p></html>`,
    )
}
