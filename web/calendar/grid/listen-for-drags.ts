const minDragDistance = 5 // pixels the mouse moves before a click becomes a drag
const longPressDelay = 350 // milliseconds of touch before a drag starts; a shorter touch scrolls
const scrollEdge = 90 // pixels from the window edge where dragging scrolls the page

interface PressedItem {
  key: string
  element: HTMLElement
  pointer: number
  x: number
  y: number
  timer: number
}

export interface DragListeners {
  /** The key of the dragged item; null: none. */
  onDrag: (key: string | null) => void
  /** The drop zone below it. */
  onOver: (target: string | null) => void
  onDrop: (dragged: string, target: string) => void
}

/** Listens until the returned function is called. */
export function listenForDrags(root: HTMLElement, { onDrag, onOver, onDrop }: DragListeners): () => void {
  let pressed: PressedItem | null = null
  let ghost: HTMLElement | null = null
  let target: string | null = null
  let scrolling = 0
  let speed = 0

  const updateTarget = (x: number, y: number): void => {
    ghost?.style.setProperty('translate', `${x + 8}px ${y + 8}px`)
    const dropZone = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]')
    target = dropZone && root.contains(dropZone) ? dropZone.getAttribute('data-drop') : null
    onOver(target)
    speed = y < scrollEdge ? -12 : y > innerHeight - scrollEdge ? 12 : 0
  }
  const startDrag = (x: number, y: number): void => {
    if (!pressed) return
    ghost = pressed.element.cloneNode(true) as HTMLElement
    for (const name of ['data-drag', 'data-drop', 'data-visit', 'id']) ghost.removeAttribute(name)
    ghost.setAttribute('aria-hidden', 'true')
    ghost.classList.add('drag-ghost')
    ghost.style.setProperty('width', `${pressed.element.offsetWidth}px`)
    document.body.append(ghost)
    document.documentElement.classList.add('is-dragging')
    getSelection()?.removeAllRanges()
    onDrag(pressed.key)
    scrolling = window.setInterval(() => speed && scrollBy(0, speed), 16)
    updateTarget(x, y)
  }
  const endDrag = (isDropped: boolean): void => {
    if (!pressed) return
    clearTimeout(pressed.timer)
    clearInterval(scrolling)
    const { key } = pressed
    const wasDragging = ghost !== null
    ghost?.remove()
    ghost = null
    pressed = null
    document.documentElement.classList.remove('is-dragging')
    onDrag(null)
    onOver(null)
    if (!wasDragging) return
    // The click event that follows a drag must not open anything.
    const suppressClick = (event: Event): void => {
      event.stopPropagation()
      event.preventDefault()
    }
    root.addEventListener('click', suppressClick, { capture: true, once: true })
    setTimeout(() => root.removeEventListener('click', suppressClick, { capture: true }))
    if (isDropped && target !== null) onDrop(key, target)
  }

  const onDown = (event: PointerEvent): void => {
    const pressedElement = event.target
    if (pressed || event.button !== 0 || !event.isPrimary || !(pressedElement instanceof Element)) return
    const element = pressedElement.closest<HTMLElement>('[data-drag]')
    const control = pressedElement.closest('a, button, input, select')
    if (!element || (control && control !== element)) return
    const { pointerId, clientX: x, clientY: y } = event
    pressed = { key: element.getAttribute('data-drag') ?? '', element, pointer: pointerId, x, y, timer: 0 }
    if (event.pointerType !== 'mouse')
      pressed.timer = window.setTimeout(() => startDrag(x, y), longPressDelay)
  }
  const onMove = (event: PointerEvent): void => {
    if (!pressed || event.pointerId !== pressed.pointer) return
    const { clientX: x, clientY: y } = event
    if (ghost) {
      updateTarget(x, y)
      return
    }
    if (Math.hypot(x - pressed.x, y - pressed.y) < minDragDistance) return
    if (event.pointerType === 'mouse') startDrag(x, y)
    else endDrag(false)
  }
  const onUp = (event: PointerEvent): void => {
    if (event.pointerId === pressed?.pointer) endDrag(event.type === 'pointerup')
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && ghost) endDrag(false)
  }
  // While dragging by touch, the page does not scroll and no context menu opens.
  const preventWhileDragging = (event: Event): void => {
    if (ghost) event.preventDefault()
  }
  const controller = new AbortController()
  const { signal } = controller
  root.addEventListener('pointerdown', onDown, { signal })
  root.addEventListener('touchmove', preventWhileDragging, { passive: false, signal })
  root.addEventListener('contextmenu', (event) => pressed?.timer && event.preventDefault(), { signal })
  root.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', onUp, { signal })
  addEventListener('keydown', onKey, { signal })
  return () => {
    endDrag(false)
    controller.abort()
  }
}
