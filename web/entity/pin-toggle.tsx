import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { referencesOf } from '#domain/catalogue/catalogue.ts'
import { levelsBeside } from '#domain/catalogue/levels.ts'
import { keepSitting } from '../api/drafts.ts'
import '../styles/pin.css'
import { useFormAround } from './form-context.ts'
import { pinnedIn, pinsNameOf } from './form-state.ts'
import type { TypedValues } from './typed.ts'

/**
 * Keeps what a field holds for the next record, by a button or Alt+P. The levels above go with it: they follow from it.
 * What is pinned counts as not touched, whatever it changes to.
 */
export function PinToggle({ name }: { name: string }): ReactNode {
  const { form } = useFormAround()
  const { entity, values, base, type } = form
  const button = useRef<HTMLButtonElement>(null)
  const pins = pinnedIn(entity)
  const value = values[name] ?? ''
  const isPinned = name in pins
  const referring = referencesOf(entity).find((each) => each.name === name)!
  const above = levelsBeside(referring).map(({ own }) => own)

  const keep = (next: TypedValues): void => {
    const isAny = Object.keys(next).length > 0
    keepSitting(pinsNameOf(entity), isAny ? next : null)
    // The same value once more: whether the form is touched is asked anew.
    type(name, value)
  }
  const pin = (): void => {
    const filled = [name, ...above].filter((each) => (values[each] ?? '').length > 0)
    keep({ ...pins, ...Object.fromEntries(filled.map((each) => [each, values[each]!])) })
  }
  const unpin = (): void =>
    keep(Object.fromEntries(Object.entries(pins).filter(([each]) => each !== name && !above.includes(each))))
  const toggle = useEffectEvent(() => {
    if (isPinned) unpin()
    else if (value.length > 0) pin()
  })
  const isStale = isPinned && JSON.stringify(value) !== JSON.stringify(pins[name])
  const changed = isStale ? JSON.stringify(value) : ''
  const follow = useEffectEvent(() => (value.length > 0 ? pin() : unpin()))
  useEffect(() => {
    if (changed) follow()
  }, [changed])
  useEffect(() => {
    const row = button.current?.parentElement
    const onKey = (event: KeyboardEvent): void => {
      if (!event.altKey || event.code !== 'KeyP') return
      event.preventDefault()
      toggle()
    }
    row?.addEventListener('keydown', onKey)
    return () => row?.removeEventListener('keydown', onKey)
  }, [])
  if (base) return null
  const { label } = entity.fields[name]!
  return (
    <button
      ref={button}
      type="button"
      className="button-icon pin"
      // Whoever goes from field to field by Tab has Alt+P instead.
      tabIndex={-1}
      aria-pressed={isPinned}
      aria-label={`Keep ${label} for the next record`}
      aria-keyshortcuts="Alt+P"
      title={isPinned ? 'Kept for the next record (Alt+P)' : 'Keep for the next record (Alt+P)'}
      disabled={!isPinned && value.length === 0}
      onClick={() => (isPinned ? unpin() : pin())}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />
      </svg>
    </button>
  )
}
