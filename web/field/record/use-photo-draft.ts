import { useEffect, useState } from 'react'
import { sentenceOf } from '../../api/api-problem.ts'
import { discardDraft, readDraft, saveDraft } from '../../api/drafts/drafts.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { resizePhoto } from '../../visit-entry/fields/resize-photo.ts'

export interface PhotoDraft {
  blob: Blob | undefined
  /** Object URL of the picture. */
  url: string | undefined
  isReading: boolean
  problem: string
  take: (file: Blob) => void
  /** Returns what stores it as a draft again. */
  remove: () => () => void
}

/** Of small photos, which fit into the storage of drafts. */
const dataOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error!))
    reader.readAsDataURL(blob)
  })

function blobOf(data: string): Blob | undefined {
  const [, type, content] = /^data:(image\/\w+);base64,(.+)$/.exec(data) ?? []
  if (!type || !content) return undefined
  return new Blob([Uint8Array.from(atob(content), (letter) => letter.codePointAt(0)!)], { type })
}

function readStoredPhoto(draft: string): Blob | undefined {
  const data = readDraft(draft)?.values['photo']
  return typeof data === 'string' ? blobOf(data) : undefined
}

const pictureOf = (blob: Blob | undefined): { blob: Blob; url: string } | undefined =>
  blob && { blob, url: URL.createObjectURL(blob) }

/** A photo made smaller on the phone. It has its own draft, so that typing does not write it again and again. */
export function usePhotoDraft({ draft }: { draft: string }): PhotoDraft {
  const [picture, setPicture] = useState(() => pictureOf(readStoredPhoto(draft)))
  const [problem, setProblem] = useState('')
  const { isBusy: isReading, track } = useBusy()
  useEffect(() => () => picture && URL.revokeObjectURL(picture.url), [picture])
  const take = async (file: Blob): Promise<void> => {
    setProblem('')
    try {
      const small = await track(() => resizePhoto(file))
      setPicture(pictureOf(small))
      saveDraft(draft, { values: { photo: await dataOf(small) }, none: [] })
    } catch (error) {
      setProblem(sentenceOf(error))
    }
  }
  return {
    blob: picture?.blob,
    url: picture?.url,
    isReading,
    problem,
    take: (file) => void take(file),
    remove: () => {
      const stored = readDraft(draft)
      discardDraft(draft)
      setPicture(undefined)
      return () => saveDraft(draft, stored ?? null)
    },
  }
}
