import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../config.ts'
import { canonicalAddress } from './authenticate.ts'

/** What a proxy adds to the requests it passes on. */
const signsOfProxy = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether somebody on this machine sent it, to this machine. The peer alone does not say so: a proxy that runs here is a local
 * peer as well, and a web page elsewhere can have a name of its own lead here, which then stands in the Host header.
 */
export function isLocalRequest({ headers, raw }: FastifyRequest): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return (
    isLoopback(canonicalAddress(raw.socket.remoteAddress)) &&
    isLoopback(host) &&
    signsOfProxy.every((name) => headers[name] === undefined)
  )
}
