import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { loadCode } from '../../ui/load-code.ts'

interface Drag {
  /** Key of the dragged item, and the drop zone below it. */
  dragged: string | null
  over: string | null
}

/**
 * Drags elements of the frame (`data-drag`) onto drop zones (`data-drop`) with a mouse or, after a long press, by touch.
 * It is a shortcut, whose code is loaded after the page: each screen offers the same with buttons and keys.
 */
export function useDrag(
  frame: RefObject<HTMLElement | null>,
  isEnabled: boolean,
  onDrop: (dragged: string, target: string) => void,
): Drag {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const drop = useEffectEvent(onDrop)

  useEffect(() => {
    const root = frame.current
    if (!isEnabled || !root) return undefined
    let stop: (() => void) | undefined
    let isEnded = false
    loadCode(() => import('./listen-for-drags.ts')).then(
      ({ listenForDrags }) => {
        if (isEnded) return
        stop = listenForDrags(root, {
          onDrag: setDragged,
          onOver: setOver,
          onDrop: (key, target) => drop(key, target),
        })
        root.setAttribute('data-drags', '')
      },
      () => undefined,
    )
    return () => {
      isEnded = true
      stop?.()
      root.removeAttribute('data-drags')
    }
  }, [frame, isEnabled])
  return { dragged, over }
}
