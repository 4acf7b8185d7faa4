import type { FastifyRequest } from 'fastify'
import type { Device } from './start-session.ts'

export function deviceOf({ headers }: FastifyRequest): Device {
  const proof = headers['x-device-proof']
  const isProof = typeof proof === 'string' && /^[0-9a-f]{32}$/.test(proof)
  return { name: (headers['user-agent'] ?? '').slice(0, 200), ...(isProof && { proof }) }
}
