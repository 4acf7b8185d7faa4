import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/api-problem.ts'
import { newIdempotencyKey } from '../../api/drafts/idempotency-key.ts'
import { notify } from '../../ui/notices.tsx'
import { attachDocument, type DocumentOwner } from './documents-api.ts'
import { t } from '#domain/messages/t.ts'

export interface Upload {
  key: string
  file: File
  /** What is sent of it, from 0 to 1. */
  share: number
  /** Why it was not attached, as a sentence. */
  problem: string
  cancel: () => void
}

interface Uploads {
  uploads: readonly Upload[]
  send: (files: Iterable<File>) => void
  /** With the key of the first attempt, so that it is not attached twice. */
  sendAgain: (upload: Upload) => void
  drop: (key: string) => void
}

/**
 * Files on their way to a record, one after the other; each has its own progress and its own problem. They are sent to the end
 * when the page is left; what goes wrong then is said in a notice.
 */
export function useUploads(owner: DocumentOwner, onAttached: () => Promise<void>): Uploads {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const line = useRef(Promise.resolve())
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const drop = (key: string): void => setUploads((all) => all.filter((each) => each.key !== key))
  const change = (key: string, changed: Partial<Upload>): void =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...changed } : each)))

  const upload = async (file: File, key: string): Promise<void> => {
    let isCancelled = false
    try {
      const { answer, cancel } = attachDocument(owner, {
        file,
        key,
        onProgress: (share) => change(key, { share }),
      })
      const stop = (): void => {
        isCancelled = true
        cancel()
      }
      change(key, { cancel: stop })
      await answer
      if (!isLeft.current) await onAttached()
      drop(key)
    } catch (error) {
      if (isCancelled) return drop(key)
      change(key, { problem: sentenceOf(error) })
      if (isLeft.current)
        notify({
          tone: 'bad',
          text: t('{name} is not attached', { name: file.name }),
          detail: sentenceOf(error),
        })
    }
  }
  const queue = (file: File, key: string): Upload => {
    let isDropped = false
    line.current = line.current.then(() => (isDropped ? undefined : upload(file, key)))
    const cancel = (): void => {
      isDropped = true
      drop(key)
    }
    return { key, file, share: 0, problem: '', cancel }
  }
  return {
    uploads,
    send: (files) => {
      const added = [...files].map((file) => queue(file, newIdempotencyKey()))
      setUploads((all) => [...all, ...added])
    },
    sendAgain: ({ key, file }) => change(key, queue(file, key)),
    drop,
  }
}
