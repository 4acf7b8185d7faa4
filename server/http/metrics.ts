import type { FastifyInstance } from 'fastify'
import type { ErrorKind } from '../core/problems.ts'
import type { QueueMetrics } from './load-shedding/load-shedding.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics extends QueueMetrics {
  /** Counts a request that was answered with an error of the server. */
  countError: (kind: ErrorKind) => void
  /** For the metrics of other features. */
  registry: Registry
  text: () => Promise<string>
  contentType: string
}

let ofProcess: Registry | undefined

/**
 * Memory, processor time, event loop and garbage collection. Once for all servers of a process: their timer and their
 * observer are never stopped.
 */
function processMetrics(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** Measures request durations by route, not by address, to limit the number of time series. */
export function addMetrics(app: FastifyInstance): Metrics {
  const registry = new Registry()
  const ofThisProcess = processMetrics()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const refusedLogins = new Counter({
    name: 'login_refused_total',
    help: 'Log-ins that were refused: 401 wrong password or code, 403 disabled account, 429 too many attempts',
    labelNames: ['status'] as const,
    registers: [registry],
  })
  const errors = new Counter({
    name: 'request_errors_total',
    help: 'Requests answered 5xx: internal (a fault, with a line in the log), database (it failed or did not answer), refused (overload, maintenance, stop)',
    labelNames: ['kind'] as const,
    registers: [registry],
  })
  const waits = new Histogram({
    name: 'request_queue_wait_seconds',
    help: 'Time that requests waited for their start',
    buckets: [0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const { method } = request
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    const isLogin = method === 'POST' && request.routeOptions.config.may?.[1] === 'session'
    if (isLogin && reply.statusCode >= 400) refusedLogins.inc({ status: reply.statusCode })
    done()
  })
  return {
    registry,
    text: () => Registry.merge([ofThisProcess, registry]).metrics(),
    contentType: registry.contentType,
    countError: (kind) => errors.inc({ kind }),
    queueWait: (seconds) => waits.observe(seconds),
    watchQueue: (counts) => {
      const gauge: Gauge<'state'> = new Gauge({
        name: 'requests_in_flight',
        help: 'Requests: open (all), running (being worked on), waiting (in the queue)',
        labelNames: ['state'] as const,
        registers: [registry],
        collect: () => {
          for (const [state, count] of Object.entries(counts())) gauge.set({ state }, count)
        },
      })
    },
  }
}
