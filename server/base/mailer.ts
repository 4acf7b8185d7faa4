import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { membersOf } from '#domain/input.ts'
import type { MailSettings } from './config.ts'
import { createSemaphore } from './semaphore.ts'
import { toError } from './errors.ts'
import { t } from '#domain/messages/t.ts'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail, a few messages at a time. */
export interface Mailer {
  /** Base URL of the links in mails. */
  site: string
  /** Resolves to an error message, or to undefined when the mail server has accepted the mail. */
  send: (mail: Mail) => Promise<string | undefined>
  /** Runs work that no request waits for; only closing waits for it. */
  runInBackground: (work: () => Promise<void>) => void
  close: () => Promise<void>
}

const timeout = 15_000
/** Stopping takes ten seconds at most in total. */
const stopTimeout = 6000

export function openMailer(settings: MailSettings, log: FastifyBaseLogger): Mailer {
  const transport = lazyTransport(settings)
  const semaphore = createSemaphore({
    maxConcurrent: 2,
    maxWaiting: 100,
    onFull: () => errorWithCode('EFULL'),
  })
  const pending = new Set<Promise<void>>()

  const send = async (mail: Mail): Promise<string | undefined> => {
    try {
      await semaphore(async () => {
        const sent = (await transport()).sendMail({
          from: settings.from,
          // As an object, so that the address is never parsed as a list.
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          textEncoding: 'quoted-printable',
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        // Socket timeouts do not help against a server that sends a byte now and then.
        await Promise.race([
          sent,
          sleep(timeout, null, { ref: false }).then(() => Promise.reject(errorWithCode('ETIMEDOUT'))),
        ])
      })
      return undefined
    } catch (error) {
      log.warn(
        { code: membersOf(error)['code'] ?? toError(error).name },
        'the mail server did not accept a mail',
      )
      return describeError(error)
    }
  }
  return {
    site: settings.site,
    send,
    runInBackground: (work) => {
      const done = work()
        .catch((error: unknown) => log.error({ err: error }, 'a mail was not sent'))
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    close: async () => {
      await Promise.race([Promise.all(pending), sleep(stopTimeout, null, { ref: false })])
      if (pending.size > 0) log.warn({ mails: pending.size }, 'stopping with unsent mails')
    },
  }
}

/** Connects, greets and logs in without sending anything; resolves to an error message, or to undefined. */
export async function checkMailServer(settings: MailSettings): Promise<string | undefined> {
  const { verify, close } = await lazyTransport(settings)()
  try {
    await Promise.race([
      verify(),
      sleep(timeout, null, { ref: false }).then(() => Promise.reject(errorWithCode('ETIMEDOUT'))),
    ])
    return undefined
  } catch (error) {
    return describeError(error)
  } finally {
    close()
  }
}

interface Transport {
  sendMail: (mail: object) => Promise<unknown>
  verify: () => Promise<unknown>
  close: () => void
}

/** Imports the mail library when the first mail is sent. */
function lazyTransport(settings: MailSettings): () => Promise<Transport> {
  let cached: Promise<Transport> | undefined
  const open = async (): Promise<Transport> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host: settings.host,
      port: settings.port,
      secure: settings.tls === 'implicit',
      requireTLS: settings.tls === 'starttls',
      ignoreTLS: settings.tls === 'none',
      tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
      ...(settings.login && { auth: settings.login }),
      name: new URL(settings.site).hostname,
      connectionTimeout: timeout / 2,
      greetingTimeout: timeout / 2,
      socketTimeout: timeout,
      allowInternalNetworkInterfaces: true,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return () => (cached ??= open())
}

/** The mail server's own message is not repeated, because it can quote the mail and its secret link. */
const reasons: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'The mail server took too long',
  EDNS: 'The host name of the mail server in SMTP_URL was not found',
  ETLS: 'The connection to the mail server cannot be encrypted, or its certificate is not trusted',
  EAUTH: 'The mail server does not accept the user and the password in SMTP_URL',
  EENVELOPE: 'The mail server does not accept the sender or the address',
  EMESSAGE: 'The mail server does not accept the mail',
  EFULL: 'Too many mails are waiting',
}

function describeError(error: unknown): string {
  const { code, responseCode } = membersOf(error)
  const isTlsError = /certificate|altname|self.signed/i.test(toError(error).message)
  const reason = reasons[isTlsError ? 'ETLS' : String(code)] ?? 'The mail server cannot be reached'
  return typeof responseCode === 'number' ? `${t(reason)} (${responseCode})` : t(reason)
}

const errorWithCode = (code: string): Error => Object.assign(new Error(code), { code })
