import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../base/config.ts'
import { canonicalAddress } from './authenticate.ts'

/** Headers that a proxy adds. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether the request was sent from this machine to this machine. The peer address is not enough: a local proxy is a
 * local peer as well, and a web page elsewhere can point a host name here, which then appears in the Host header.
 */
export function isLocalRequest({ headers, raw }: FastifyRequest): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return (
    isLoopback(canonicalAddress(raw.socket.remoteAddress)) &&
    isLoopback(host) &&
    proxyHeaders.every((name) => headers[name] === undefined)
  )
}
