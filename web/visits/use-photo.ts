import { useEffect, useRef, useState } from 'react'
import type { FieldProblem } from '#domain/problem.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { fetchPhoto, sendPhoto } from '../api/visits.ts'
import { shrinkPhoto } from './shrink-photo.ts'

export interface Photo {
  state: 'none' | 'sending' | 'sent' | 'failed'
  /** Where the picture can be seen, on this device. */
  url: string | undefined
  problem: string
  take: (file: Blob) => void
  tryAgain: () => void
  leaveOut: () => void
  /** The photo that goes with the visit, if it is there; asked when the visit is sent. */
  id: () => string
  hasFailed: () => boolean
  /** Waits for a photo on its way; when that fails, whoever saves is asked first. */
  settled: () => Promise<readonly FieldProblem[]>
}

interface Shown {
  state: Photo['state']
  problem: string
}

const none: Shown = { state: 'none', problem: '' }

/** A picture and the address under which this page can show it. */
interface Picture {
  content: Blob
  url: string
}

const pictureOf = (content: Blob): Picture => ({ content, url: URL.createObjectURL(content) })

/** A photo is sent while the rest is being typed. `keep` remembers its id with what was typed. */
export function usePhoto(kept: string, keep: (id: string) => void): Photo {
  const [before] = useState(kept)
  const [shown, setShown] = useState<Shown>(kept ? { state: 'sent', problem: '' } : none)
  const [picture, setPicture] = useState<Picture>()
  const now = useRef({ id: kept, state: shown.state })
  const sending = useRef<Promise<void>>(undefined)

  const show = (state: Photo['state'], id = '', problem = ''): void => {
    now.current = { id, state }
    setShown({ state, problem })
    keep(id)
  }

  useEffect(() => () => picture && URL.revokeObjectURL(picture.url), [picture])

  // The one that was sent before the dialog was closed, or the page loaded anew.
  useEffect(() => {
    if (!before) return
    fetchPhoto(before).then(
      (content) => setPicture((other) => other ?? pictureOf(content)),
      (error: unknown) => {
        const isGone = error instanceof ApiProblem && error.status === 404
        if (!isGone || now.current.id !== before) return
        now.current = { id: '', state: 'none' }
        setShown({ state: 'none', problem: 'The photo taken before is gone. Take it again.' })
      },
    )
  }, [before])

  const send = (photo: Blob | Promise<Blob>): void => {
    show('sending')
    const work: Promise<void> = Promise.resolve(photo)
      .then((small) => {
        if (sending.current === work) setPicture(pictureOf(small))
        return sendPhoto(small)
      })
      .then(
        (id) => {
          if (sending.current === work) show('sent', id)
        },
        (error: unknown) => {
          if (sending.current === work) show('failed', '', sentenceOf(error))
        },
      )
    sending.current = work
  }

  return {
    ...shown,
    url: picture?.url,
    take: (file) => send(shrinkPhoto(file)),
    tryAgain: () => picture && send(picture.content),
    leaveOut: () => {
      sending.current = undefined
      setPicture(undefined)
      show('none')
    },
    id: () => now.current.id,
    hasFailed: () => now.current.state === 'failed',
    settled: async () => {
      if (now.current.state !== 'sending') return []
      await sending.current
      if (!hasFailedIn(now.current)) return []
      return [{ field: 'Photo_ID', message: 'Save once more to record the visit without the photo.' }]
    },
  }
}

const hasFailedIn = ({ state }: { state: Photo['state'] }): boolean => state === 'failed'
