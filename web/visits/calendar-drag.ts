import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

interface Drag {
  /** What is being dragged, and where it would land. */
  dragged: string | null
  over: string | null
}

const slack = 5 // pixels a mouse may tremble before a click is a drag
const patience = 350 // milliseconds a finger rests before it takes hold: any sooner, it scrolls
const edge = 90 // pixels from the edge of the window where it scrolls along

interface Held {
  key: string
  element: HTMLElement
  pointer: number
  x: number
  y: number
  timer: number
}

/**
 * Things in the frame that can be dragged (`data-drag`) onto places (`data-drop`) with a mouse or, after a moment, a
 * finger. It is the shortcut of those who can; each screen offers the same with buttons and keys.
 */
export function useDrag(
  frame: RefObject<HTMLElement | null>,
  isOn: boolean,
  onDrop: (dragged: string, target: string) => void,
): Drag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const root = frame.current
    if (!isOn || !root) return undefined
    let held: Held | null = null
    let ghost: HTMLElement | null = null
    let target: string | null = null
    let scrolling = 0
    let speed = 0

    const aim = (x: number, y: number): void => {
      ghost?.style.setProperty('translate', `${x + 8}px ${y + 8}px`)
      const place = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
      target = place && root.contains(place) ? (place.dataset['drop'] ?? null) : null
      setOver(target)
      speed = y < edge ? -12 : y > innerHeight - edge ? 12 : 0
    }
    const begin = (x: number, y: number): void => {
      if (!held) return
      ghost = held.element.cloneNode(true) as HTMLElement
      for (const name of ['data-drag', 'data-drop', 'data-visit', 'id']) ghost.removeAttribute(name)
      ghost.setAttribute('aria-hidden', 'true')
      ghost.classList.add('drag-ghost')
      ghost.style.setProperty('width', `${held.element.offsetWidth}px`)
      document.body.append(ghost)
      document.documentElement.classList.add('is-dragging')
      getSelection()?.removeAllRanges()
      setDragged(held.key)
      scrolling = window.setInterval(() => speed && scrollBy(0, speed), 16)
      aim(x, y)
    }
    const end = (isDropped: boolean): void => {
      if (!held) return
      clearTimeout(held.timer)
      clearInterval(scrolling)
      const { key } = held
      const wasDragging = ghost !== null
      ghost?.remove()
      ghost = null
      held = null
      document.documentElement.classList.remove('is-dragging')
      setDragged(null)
      setOver(null)
      if (!wasDragging) return
      // The click that follows is the end of the drag and not a click.
      const swallow = (event: Event): void => {
        event.stopPropagation()
        event.preventDefault()
      }
      root.addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => root.removeEventListener('click', swallow, { capture: true }))
      if (isDropped && target !== null) drop(key, target)
    }

    const onDown = (event: PointerEvent): void => {
      if (held || event.button !== 0 || !event.isPrimary) return
      const touched = event.target as Element
      const element = touched.closest<HTMLElement>('[data-drag]')
      const control = touched.closest('a, button, input, select')
      if (!element || (control && control !== element)) return
      const { pointerId, clientX: x, clientY: y } = event
      held = { key: element.dataset['drag'] ?? '', element, pointer: pointerId, x, y, timer: 0 }
      if (event.pointerType !== 'mouse') held.timer = window.setTimeout(() => begin(x, y), patience)
    }
    const onMove = (event: PointerEvent): void => {
      if (!held || event.pointerId !== held.pointer) return
      const { clientX: x, clientY: y } = event
      if (ghost) {
        aim(x, y)
        return
      }
      if (Math.hypot(x - held.x, y - held.y) < slack) return
      if (event.pointerType === 'mouse') begin(x, y)
      else end(false)
    }
    const onUp = (event: PointerEvent): void => {
      if (event.pointerId === held?.pointer) end(event.type === 'pointerup')
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && ghost) end(false)
    }
    // While a finger holds something, the page does not scroll under it, and no menu opens.
    const keepStill = (event: Event): void => {
      if (ghost) event.preventDefault()
    }
    const leaving = new AbortController()
    const { signal } = leaving
    root.addEventListener('pointerdown', onDown, { signal })
    root.addEventListener('touchmove', keepStill, { passive: false, signal })
    root.addEventListener('contextmenu', (event) => held?.timer && event.preventDefault(), { signal })
    root.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', onUp, { signal })
    addEventListener('keydown', onKey, { signal })
    return () => {
      end(false)
      leaving.abort()
    }
  }, [frame, isOn])
  return { dragged, over }
}
