import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { TlsFiles } from '../../base/config.ts'
import { readCertificate } from './tls.ts'

const options: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 500,
  keepAliveTimeout: 72_000,
}

/** The server of the connections: plain HTTP, or with TLS where there is no proxy in front of it. */
export const createHttpServer = (handler: RequestListener, tls: TlsFiles | undefined): Server =>
  tls
    ? createTlsServer({ ...options, ...readCertificate(tls), handshakeTimeout: 10_000 }, handler)
    : createServer(options, handler)
