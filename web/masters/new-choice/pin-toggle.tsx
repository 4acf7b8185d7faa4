import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { referencesOf } from '#domain/catalogue/entity.ts'
import { levelsBeside } from '#domain/catalogue/levels.ts'
import { saveTabValues } from '../../api/drafts/drafts.ts'
import './pin.css'
import { useFormContext } from '../form/form-context.ts'
import { pinnedValues, pinsNameOf } from '../form/form-state.ts'
import type { TypedValues } from '../form/typed.ts'
import { t } from '#domain/messages/t.ts'

/**
 * Pins the value of a field for the next record, by a button or Alt+P, together with its parent levels. A pinned value does
 * not count as a change of the form.
 */
export function PinToggle({ name }: { name: string }): ReactNode {
  const { form } = useFormContext()
  const { entity, values, base, type } = form
  const button = useRef<HTMLButtonElement>(null)
  const pins = pinnedValues(entity)
  const value = values[name] ?? ''
  const isPinned = name in pins
  const reference = referencesOf(entity).find((each) => each.name === name)!
  const parents = levelsBeside(reference).map(({ own }) => own)

  const savePins = (next: TypedValues): void => {
    const hasPins = Object.keys(next).length > 0
    saveTabValues(pinsNameOf(entity), hasPins ? next : null)
    // Sets the same value again, so that the form recomputes whether it has changes.
    type(name, value)
  }
  const pin = (): void => {
    const filled = [name, ...parents].filter((each) => (values[each] ?? '').length > 0)
    savePins({ ...pins, ...Object.fromEntries(filled.map((each) => [each, values[each]!])) })
  }
  const unpin = (): void =>
    savePins(
      Object.fromEntries(Object.entries(pins).filter(([each]) => each !== name && !parents.includes(each))),
    )
  const toggle = useEffectEvent(() => {
    if (isPinned) unpin()
    else if (value.length > 0) pin()
  })
  const isStale = isPinned && JSON.stringify(value) !== JSON.stringify(pins[name])
  const changed = isStale ? JSON.stringify(value) : ''
  const updatePin = useEffectEvent(() => (value.length > 0 ? pin() : unpin()))
  useEffect(() => {
    if (changed) updatePin()
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
      // Out of the tab order; keyboard users have Alt+P.
      tabIndex={-1}
      aria-pressed={isPinned}
      aria-label={t('Keep {label} for the next record', { label: t(label) })}
      aria-keyshortcuts="Alt+P"
      title={isPinned ? t('Kept for the next record (Alt+P)') : t('Keep for the next record (Alt+P)')}
      disabled={!isPinned && value.length === 0}
      onClick={() => (isPinned ? unpin() : pin())}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v7" />
      </svg>
    </button>
  )
}
