import { useEffect, useState, type ReactNode } from 'react'
import type { RoleRow } from '#domain/access/role-grid.ts'
import { email as emailField } from '#domain/catalogue/kinds/email.ts'
import { previewAccess, type TriedAccess } from '../api/access.ts'
import { otherRolesInWords, placesOf, problemOfSight, type AccountSight } from './account-sight.tsx'

interface AccessPreviewProps {
  email: string
  role: string
  /** Whether places can be given with the role. */
  isPlaced: boolean
  sight: AccountSight
  roles: readonly RoleRow[]
  /** Roles that are told of elsewhere. */
  known?: readonly string[]
}

const pause = 400 // milliseconds without a key: half an address is nobody's

/** How many customers an account would see with what is chosen, before it is saved: asked of what decides about it. */
export function AccessPreview({ email, role, isPlaced, sight, roles, known }: AccessPreviewProps): ReactNode {
  const [told, setTold] = useState({ of: '', summary: '', otherRoles: [] as readonly string[] })
  const tried: TriedAccess = { email: email.trim(), role, places: placesOf(isPlaced, sight) }
  const isWhole =
    role !== '' &&
    !('problem' in emailField('Email').read(tried.email)) &&
    (!isPlaced || !problemOfSight(sight))
  const asked = isWhole ? JSON.stringify(tried) : ''
  useEffect(() => {
    if (asked === '') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      previewAccess(JSON.parse(asked) as TriedAccess, stop.signal).then(
        (answer) => setTold({ of: asked, ...answer }),
        (error: unknown) => stop.signal.aborted || console.warn('There is no preview', error),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [asked])
  // What was told of something else says nothing about this.
  const isTold = told.of === asked && asked !== ''
  const others = told.otherRoles.filter((each) => !known?.includes(each))
  return (
    <output className="access-preview">
      {isTold && `${told.summary}. ${otherRolesInWords({ role, roles: others }, roles)}`.trim()}
    </output>
  )
}
