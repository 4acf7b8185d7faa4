import { useEffect, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../../api/api-problem.ts'
import { useQuery } from '../../ui/use-query.ts'
import { fetchPhoto, sendPhoto } from '../../visits/visits-api.ts'
import { resizePhoto } from './resize-photo.ts'
import { t } from '#domain/messages/t.ts'

export interface Photo {
  state: 'none' | 'sending' | 'sent' | 'failed'
  /** Object URL of the picture on this device. */
  url: string | undefined
  problem: string
  take: (file: Blob) => void
  retry: () => void
  remove: () => void
  /** Id of the uploaded photo, or empty; read when the visit is sent. */
  id: () => string
  hasFailed: () => boolean
  /** Waits for a running upload; returns a problem when it failed, so that the user confirms saving without it. */
  waitForUpload: () => Promise<readonly FieldProblem[]>
}

interface PhotoStatus {
  state: Photo['state']
  problem: string
}

const noPhoto: PhotoStatus = { state: 'none', problem: '' }

/** A picture and its object URL. */
interface Picture {
  content: Blob
  url: string
}

const pictureOf = (content: Blob): Picture => ({ content, url: URL.createObjectURL(content) })

/** Uploads a photo while the user fills in the rest. `onIdChange` stores its id with the draft. */
export function usePhoto(savedId: string, onIdChange: (id: string) => void): Photo {
  const [restoredId] = useState(savedId)
  const [status, setStatus] = useState<PhotoStatus>(savedId ? { state: 'sent', problem: '' } : noPhoto)
  const [picture, setPicture] = useState<Picture>()
  const latest = useRef({ id: savedId, state: status.state })
  const upload = useRef<Promise<void>>(undefined)

  const setPhoto = (state: Photo['state'], id = '', problem = ''): void => {
    latest.current = { id, state }
    setStatus({ state, problem })
    onIdChange(id)
  }

  useEffect(() => () => picture && URL.revokeObjectURL(picture.url), [picture])

  // Restores the photo that was uploaded before the dialog was closed or the page reloaded.
  const restore = async (signal: AbortSignal): Promise<Blob> => {
    const content = await fetchPhoto(restoredId, signal)
    signal.throwIfAborted()
    setPicture((other) => other ?? pictureOf(content))
    return content
  }
  useQuery([restoredId], restore, {
    enabled: restoredId !== '',
    onError: (error) => {
      const isDeleted = error instanceof ApiProblem && error.status === 404
      if (!isDeleted || latest.current.id !== restoredId) return
      latest.current = { id: '', state: 'none' }
      setStatus({ state: 'none', problem: t('The earlier photo was deleted. Take it again.') })
    },
  })

  const send = (photo: Blob | Promise<Blob>): void => {
    setPhoto('sending')
    const task: Promise<void> = Promise.resolve(photo)
      .then((resized) => {
        if (upload.current === task) setPicture(pictureOf(resized))
        return sendPhoto(resized)
      })
      .then(
        (id) => {
          if (upload.current === task) setPhoto('sent', id)
        },
        (error: unknown) => {
          if (upload.current === task) setPhoto('failed', '', sentenceOf(error))
        },
      )
    upload.current = task
  }

  return {
    ...status,
    url: picture?.url,
    take: (file) => send(resizePhoto(file)),
    retry: () => picture && send(picture.content),
    remove: () => {
      upload.current = undefined
      setPicture(undefined)
      setPhoto('none')
    },
    id: () => latest.current.id,
    hasFailed: () => latest.current.state === 'failed',
    waitForUpload: async () => {
      if (latest.current.state !== 'sending') return []
      await upload.current
      if (!hasFailedIn(latest.current)) return []
      return [{ field: 'Photo_ID', message: t('Save again to record the visit without the photo.') }]
    },
  }
}

const hasFailedIn = ({ state }: { state: Photo['state'] }): boolean => state === 'failed'
