import { useEffect, useState, type ReactNode } from 'react'
import type { Sight } from '#domain/access/rights.ts'
import { email as emailField } from '#domain/catalogue/kinds/email.ts'
import { previewAccess, type TriedAccess } from '../api/access.ts'
import { placesOf, problemOfSight, type AccountSight } from './account-sight.tsx'

interface AccessPreviewProps {
  email: string
  role: string
  /** How far the role sees. */
  sees: Sight
  sight: AccountSight
}

const pause = 400 // milliseconds without a key: half an address is nobody's

/** How many customers an account would see with what is chosen, before it is saved: asked of what decides about it. */
export function AccessPreview({ email, role, sees, sight }: AccessPreviewProps): ReactNode {
  const [told, setTold] = useState({ of: '', summary: '' })
  const tried: TriedAccess = { email: email.trim(), role, places: placesOf(sees, sight) }
  const isWhole =
    role !== '' &&
    !('problem' in emailField('Email').read(tried.email)) &&
    (sees === 'everything' || !problemOfSight(sight))
  const asked = isWhole ? JSON.stringify(tried) : ''
  useEffect(() => {
    if (asked === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      previewAccess(JSON.parse(asked) as TriedAccess, stop.signal).then(
        ({ summary }) => setTold({ of: asked, summary: `${summary}.` }),
        (error: unknown) => stop.signal.aborted || console.warn('There is no preview', error),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  // What was told of something else says nothing about this.
  return <output className="access-preview">{told.of === asked && told.summary}</output>
}
