import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react'
import { FieldEditor, type FieldEditorProps } from '../../masters/inline/field-editor.tsx'
import './cell-editor.css'

interface CellEditorProps extends FieldEditorProps {
  cell: HTMLElement
}

/** The editor of a field over its cell, in the top layer, because the frame of the table would clip it. */
export function CellEditor({ cell, ...props }: CellEditorProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const isClosing = useRef(false)
  const close = (): void => {
    isClosing.current = true
    props.onClose()
    cell.focus({ preventScroll: true })
  }
  useLayoutEffect(() => {
    const place = (): void => {
      const over = cell.getBoundingClientRect()
      const { offsetWidth, offsetHeight, style } = box.current!
      style.left = `${Math.max(8, Math.min(over.left, innerWidth - offsetWidth - 8))}px`
      style.top = `${Math.max(8, Math.min(over.top, innerHeight - offsetHeight - 8))}px`
    }
    box.current!.showPopover()
    place()
    const first = box.current!.querySelector<HTMLInputElement>('input, select, textarea')
    first?.focus({ preventScroll: true })
    if (first instanceof HTMLInputElement && first.type === 'text') first.select()
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [cell])
  /** Leaving the editor saves what was typed, as in a spreadsheet; another window keeps it open. */
  const onLeave = useEffectEvent((event: FocusEvent) => {
    const isInside = event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)
    if (isInside || isClosing.current || !document.hasFocus()) return
    const form = box.current?.querySelector('form')
    if (form?.dataset['isChanged']) form.requestSubmit()
    else props.onClose()
  })
  useEffect(() => {
    const element = box.current!
    const leave = (event: FocusEvent): void => onLeave(event)
    element.addEventListener('focusout', leave)
    return () => element.removeEventListener('focusout', leave)
  }, [])
  return (
    <div ref={box} className="cell-editor" popover="manual">
      <FieldEditor {...props} onClose={close} />
    </div>
  )
}
