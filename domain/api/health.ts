import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const tag = 'Health'

export const readHealth = endpoint('GET', '/healthz', {
  may: ['read', 'health'],
  tag,
  summary: 'Whether the process runs',
  answer: z.strictObject({ status: z.literal('ok') }),
  answered: 'It runs',
})

export const readReadiness = endpoint('GET', '/readyz', {
  may: ['read', 'health'],
  tag,
  summary: 'Whether requests should be sent to this instance',
  answer: z.strictObject({ status: z.literal('ready') }),
  answered: 'It is ready (503: the reason why it is not)',
})
