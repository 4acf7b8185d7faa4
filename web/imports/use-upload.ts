import { useEffect, useRef, useState } from 'react'
import type { ImportJob } from '#domain/imports/import-job.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listImports, uploadImport } from '../api/imports.ts'
import { currentSession } from '../api/session.ts'
import { isPassing, untilWorthTrying } from './patience.ts'

/** A file, or rows that were pasted. */
export interface Given {
  name: string
  content: Blob
  /** Rows counted already, as far as they can be. */
  rows?: number
}

type UploadState =
  | { name: 'idle'; problem?: string }
  | { name: 'sending'; share: number }
  | { name: 'waiting'; sentence: string }

interface Uploading {
  state: UploadState
  send: (entity: string, given: Given) => void
  stop: () => void
}

/** The clocks of the server and this device may differ by as much. */
const clockSlack = 120_000

/** The answer may have been lost after the file had arrived: then it is not sent a second time. */
async function arrived(entity: string, given: Given, since: number): Promise<ImportJob | undefined> {
  const { items } = await listImports()
  return items.find(
    (job) =>
      job.entity === entity &&
      job.name === given.name &&
      job.by === currentSession().account?.username &&
      (job.state === 'read' || job.state === 'reading') &&
      Date.parse(job.at) > since - clockSlack,
  )
}

/** Sends a file, tells how far it is, and goes on by itself when a lost connection is back. */
export function useUpload(onRead: (job: ImportJob) => void): Uploading {
  const [state, setState] = useState<UploadState>({ name: 'idle' })
  const stopping = useRef(new AbortController())
  useEffect(() => () => stopping.current.abort(), [])

  const send = async (entity: string, given: Given): Promise<void> => {
    stopping.current.abort()
    const { signal } = (stopping.current = new AbortController())
    const began = Date.now()
    for (let isAgain = false; ; isAgain = true) {
      try {
        const known = isAgain ? await arrived(entity, given, began) : undefined
        if (signal.aborted) return
        setState({ name: 'sending', share: 0 })
        const onProgress = (share: number): void => setState({ name: 'sending', share })
        onRead(known ?? (await uploadImport({ entity, ...given, signal, onProgress })))
        return
      } catch (error) {
        if (signal.aborted) return
        if (!isPassing(error)) return setState({ name: 'idle', problem: sentenceOf(error) })
        setState({ name: 'waiting', sentence: sentenceOf(error) })
        await untilWorthTrying(signal)
        if (signal.aborted) return
      }
    }
  }
  return {
    state,
    send: (entity, given) => void send(entity, given),
    stop: () => {
      stopping.current.abort()
      setState({ name: 'idle' })
    },
  }
}
