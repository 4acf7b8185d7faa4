import { growingPauses } from './growing-pauses.ts'
import type { Json, TestApp } from './test-app.ts'

/** Runs an import through the API, step by step. */
export interface ImportDriver {
  upload: (entity: string, file: string, name?: string) => Promise<Json>
  read: (id: string) => Promise<Json>
  /** Waits until the job is no longer running, and returns it. */
  ended: (id: string) => Promise<Json>
  change: (job: Json, change: object) => Promise<Json>
  check: (id: string) => Promise<Json>
  run: (id: string) => Promise<Json>
}

export function importDriver(test: Pick<TestApp, 'request'>): ImportDriver {
  const read = async (id: string): Promise<Json> => (await test.request('GET', `/api/v1/imports/${id}`)).body
  const ended = async (id: string): Promise<Json> => {
    const pause = growingPauses()
    for (;;) {
      const job = await read(id)
      if (job.progress === null) return job
      await pause()
    }
  }
  const step = async (id: string, what: 'check' | 'run'): Promise<Json> => {
    const { status, body } = await test.request('POST', `/api/v1/imports/${id}/${what}`)
    if (status !== 202) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
    return ended(id)
  }
  return {
    read,
    ended,
    upload: async (entity, file, name = 'file.csv') => {
      const query = new URLSearchParams({ entity, name })
      const headers = { 'content-type': 'text/csv' }
      const { status, body } = await test.request('POST', `/api/v1/imports?${query}`, file, { headers })
      if (status !== 201) throw new Error(`upload: ${status} ${JSON.stringify(body)}`)
      return body
    },
    change: async (job, change) => {
      const { status, body } = await test.request('PATCH', `/api/v1/imports/${job.id}`, {
        version: job.version,
        ...change,
      })
      if (status !== 200) throw new Error(`change: ${status} ${JSON.stringify(body)}`)
      return body
    },
    check: (id) => step(id, 'check'),
    run: (id) => step(id, 'run'),
  }
}
