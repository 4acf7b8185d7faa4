import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { MailSettings } from './config.ts'
import { inTurns } from './in-turns.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail, a few at a time. */
export interface Mailer {
  /** Where the links in mails lead. */
  site: string
  /** What went wrong, in words; undefined when the mail server has taken it. */
  send: (mail: Mail) => Promise<string | undefined>
  /** For work that nobody waits for, except whoever stops the process. */
  later: (work: () => Promise<void>) => void
  close: () => Promise<void>
}

const patience = 15_000
/** Stopping takes ten seconds at most, and this is one part of it. */
const patienceOnStop = 6000

export function openMailer(settings: MailSettings, log: FastifyBaseLogger): Mailer {
  const transport = lazyTransport(settings)
  const inTurn = inTurns({ atOnce: 2, waiting: 100, full: () => failure('EFULL') })
  const working = new Set<Promise<void>>()

  const send = async (mail: Mail): Promise<string | undefined> => {
    try {
      await inTurn(async () => {
        const sent = (await transport()).sendMail({
          from: settings.from,
          // As an object, so that no address is taken for a list of several.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          textEncoding: 'quoted-printable',
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        // A server that says a word now and then could hold it for ever.
        await Promise.race([
          sent,
          pause(patience, null, { ref: false }).then(() => Promise.reject(failure('ETIMEDOUT'))),
        ])
      })
      return undefined
    } catch (error) {
      const { code, name } = error as Error & { code?: string }
      log.warn({ code: code ?? name }, 'the mail server did not take a mail')
      return inWords(error)
    }
  }
  return {
    site: settings.site,
    send,
    later: (work) => {
      const done = work()
        .catch((error: unknown) => log.error({ err: error }, 'a mail was not sent'))
        .finally(() => working.delete(done))
      working.add(done)
    },
    close: async () => {
      await Promise.race([Promise.all(working), pause(patienceOnStop, null, { ref: false })])
      if (working.size > 0) log.warn({ mails: working.size }, 'stopping before these were sent')
    },
  }
}

interface Transport {
  sendMail: (mail: object) => Promise<unknown>
}

/** Read when the first mail is sent: where none is, it costs nothing. */
function lazyTransport(settings: MailSettings): () => Promise<Transport> {
  let opened: Promise<Transport> | undefined
  const open = async (): Promise<Transport> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: settings.host,
      port: settings.port,
      secure: settings.tls === 'from the start',
      requireTLS: settings.tls === 'asked for',
      ignoreTLS: settings.tls === 'none',
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      ...(settings.login && { auth: settings.login }),
      name: new URL(settings.site).hostname,
      connectionTimeout: patience / 2,
      greetingTimeout: patience / 2,
      socketTimeout: patience,
      allowInternalNetworkInterfaces: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return () => (opened ??= open())
}

/** The wording of mail servers is not repeated: it may quote the mail, and with it the link. */
const reasons: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'The mail server took too long',
  EDNS: 'The mail server in SMTP_URL is not known by that name',
  ETLS: 'The connection to the mail server cannot be encrypted, or its certificate is not to be trusted',
  EAUTH: 'The mail server does not accept the user and the password in SMTP_URL',
  EENVELOPE: 'The mail server does not accept the sender or the address',
  EMESSAGE: 'The mail server does not accept the mail',
  EFULL: 'Too many mails are waiting',
}

function inWords(error: unknown): string {
  const { code, responseCode, message } = error as {
    code?: string
    responseCode?: number
    message?: string
  }
  const isOfTls = /certificate|altname|self.signed/i.test(message ?? '')
  const reason = reasons[isOfTls ? 'ETLS' : (code ?? '')] ?? 'The mail server cannot be reached'
  return typeof responseCode === 'number' ? `${reason} (${responseCode})` : reason
}

const failure = (code: string): Error => Object.assign(new Error(code), { code })
