import { useEffect, useRef, useState } from 'react'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listImports, uploadImport } from './imports-api.ts'
import { currentSession } from '../api/session.ts'
import { isTransient, retryDelay } from './poll-interval.ts'

/** A file or pasted rows to upload. */
export interface UploadSource {
  name: string
  content: Blob
  /** Number of pasted rows; undefined for a file. */
  rows?: number
}

type UploadState =
  | { name: 'idle'; problem?: string }
  | { name: 'sending'; share: number }
  | { name: 'waiting'; sentence: string }

interface UploadHandle {
  state: UploadState
  send: (entity: string | undefined, source: UploadSource) => void
  stop: () => void
}

/** Allowed clock difference between the server and this device, in milliseconds. */
const maxClockSkew = 120_000

/** Finds the job of an upload with a lost response, so that the file is not sent twice. */
async function findUploaded(
  entity: string | undefined,
  source: UploadSource,
  startedAt: number,
): Promise<ImportJob | undefined> {
  const { items } = await listImports()
  return items.find(
    (job) =>
      (entity === undefined || job.entity === entity) &&
      job.name === source.name &&
      job.by === currentSession().account?.username &&
      (job.state === 'read' || job.state === 'reading') &&
      Date.parse(job.at) > startedAt - maxClockSkew,
  )
}

/** Uploads a file, reports its progress, and retries after a lost connection. */
export function useUpload(onRead: (job: ImportJob) => void): UploadHandle {
  const [state, setState] = useState<UploadState>({ name: 'idle' })
  const abortController = useRef(new AbortController())
  useEffect(() => () => abortController.current.abort(), [])

  const send = async (entity: string | undefined, source: UploadSource): Promise<void> => {
    abortController.current.abort()
    const { signal } = (abortController.current = new AbortController())
    const startedAt = Date.now()
    for (let isRetry = false; ; isRetry = true) {
      try {
        const existing = isRetry ? await findUploaded(entity, source, startedAt) : undefined
        if (signal.aborted) return
        setState({ name: 'sending', share: 0 })
        const onProgress = (share: number): void => setState({ name: 'sending', share })
        onRead(existing ?? (await uploadImport({ entity, ...source, signal, onProgress })))
        return
      } catch (error) {
        if (signal.aborted) return
        if (!isTransient(error)) return setState({ name: 'idle', problem: sentenceOf(error) })
        setState({ name: 'waiting', sentence: sentenceOf(error) })
        await retryDelay(signal)
        if (signal.aborted) return
      }
    }
  }
  return {
    state,
    send: (entity, source) => void send(entity, source),
    stop: () => {
      abortController.current.abort()
      setState({ name: 'idle' })
    },
  }
}
