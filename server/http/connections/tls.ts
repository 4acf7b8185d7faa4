import { X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import type { Server } from 'node:https'
import { createSecureContext } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import { ConfigError, type TlsFiles } from '../../base/config.ts'
import { toError } from '../../base/errors.ts'

export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Reads the certificate and its key, and refuses files that do not belong together. */
export function readCertificate({ cert, key }: TlsFiles): Certificate {
  const read = (name: string, path: string): Buffer => {
    try {
      return readFileSync(path)
    } catch (error) {
      throw new ConfigError(`${name}: ${path} cannot be read: ${toError(error).message}`)
    }
  }
  const certificate = { cert: read('TLS_CERT', cert), key: read('TLS_KEY', key) }
  try {
    createSecureContext(certificate)
  } catch (error) {
    throw new ConfigError(
      `TLS_CERT and TLS_KEY should be a certificate (with its chain) and its private key in PEM format: ${toError(error).message}`,
    )
  }
  return certificate
}

const day = 24 * 60 * 60 * 1000
/** Days before the end of the certificate when the log begins to warn. */
const warnDays = 14
/** Milliseconds between two looks at the files: by polling, because tools replace them in different ways. */
const pollInterval = 5000

/** Uses a renewed certificate without a restart; a wrong one is logged, and the old one stays in use. */
export function watchCertificate(
  server: Server,
  files: TlsFiles,
  log: FastifyBaseLogger,
  interval = pollInterval,
): void {
  const warn = (): void => {
    const { validTo } = new X509Certificate(readFileSync(files.cert))
    if (Date.parse(validTo) - Date.now() < warnDays * day)
      log.warn({ validTo }, 'the TLS certificate ends soon, or has ended: renew it')
  }
  const reload = (): void => {
    try {
      server.setSecureContext(readCertificate(files))
      log.info('the TLS certificate was replaced')
      warn()
    } catch (error) {
      log.error({ err: error }, 'the new TLS certificate cannot be used; the previous one stays in use')
    }
  }
  warn()
  const paths = [files.cert, files.key]
  for (const path of paths) watchFile(path, { interval, persistent: false }, reload)
  const daily = setInterval(warn, day).unref()
  server.once('close', () => {
    clearInterval(daily)
    for (const path of paths) unwatchFile(path, reload)
  })
}
