import { useRef, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { useDrag } from './calendar-drag.ts'

interface WeekProps {
  isEnabled?: boolean
  onDrop: (dragged: string, target: string) => void
  onClick?: () => void
}

function Week({ isEnabled = true, onDrop, onClick }: WeekProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null)
  const { dragged, over } = useDrag(frame, isEnabled, onDrop)
  const day = { width: 200, height: 60 }
  return (
    <div ref={frame}>
      <output>{dragged ? `${dragged} over ${over ?? 'nothing'}` : 'nothing is dragged'}</output>
      <div data-drop="monday" style={day}>
        <button type="button" data-drag="plan-1" onClick={onClick}>
          Plan
        </button>
      </div>
      <div data-drop="tuesday" style={day}>
        Tuesday
      </div>
    </div>
  )
}

const plan = page.getByRole('button', { name: 'Plan' })
const state = page.getByRole('status')

/** The code that listens is loaded after the page. */
const listening = (): Promise<Element> => vi.waitUntil(() => document.querySelector('[data-drags]'))

const middleOf = (element: Element): { clientX: number; clientY: number } => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

function dispatchPointer(type: string, at: Element, pointerType = 'mouse'): void {
  const shared = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, button: 0, pointerType }
  const target = type === 'pointerdown' ? at : document.body
  target.dispatchEvent(new PointerEvent(type, { ...shared, ...middleOf(at) }))
}

const tuesday = (): Element => document.querySelector('[data-drop=tuesday]')!

it('drops with the mouse and suppresses the click', async () => {
  const [onDrop, onClick] = [vi.fn(), vi.fn()]
  await render(<Week onDrop={onDrop} onClick={onClick} />)
  await listening()
  dispatchPointer('pointerdown', plan.element())
  dispatchPointer('pointermove', tuesday())
  await expect.element(state).toHaveTextContent('plan-1 over tuesday')
  dispatchPointer('pointerup', tuesday())
  plan.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(onDrop).toHaveBeenCalledExactlyOnceWith('plan-1', 'tuesday')
  expect(onClick).not.toHaveBeenCalled()
  await expect.element(state).toHaveTextContent('nothing is dragged')
  expect(document.querySelector('.drag-ghost')).toBeNull()
})

it('keeps a plain click', async () => {
  const [onDrop, onClick] = [vi.fn(), vi.fn()]
  await render(<Week onDrop={onDrop} onClick={onClick} />)
  await listening()
  await plan.click()
  expect(onClick).toHaveBeenCalledOnce()
  expect(onDrop).not.toHaveBeenCalled()
})

it('cancels the drag on Escape', async () => {
  const onDrop = vi.fn()
  await render(<Week onDrop={onDrop} />)
  await listening()
  dispatchPointer('pointerdown', plan.element())
  dispatchPointer('pointermove', tuesday())
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  dispatchPointer('pointerup', tuesday())
  expect(onDrop).not.toHaveBeenCalled()
  await expect.element(state).toHaveTextContent('nothing is dragged')
})

it('scrolls on an immediate touch move, and drags after a long press', async () => {
  const onDrop = vi.fn()
  await render(<Week onDrop={onDrop} />)
  await listening()
  dispatchPointer('pointerdown', plan.element(), 'touch')
  dispatchPointer('pointermove', tuesday(), 'touch')
  dispatchPointer('pointerup', tuesday(), 'touch')
  expect(onDrop).not.toHaveBeenCalled()
  dispatchPointer('pointerdown', plan.element(), 'touch')
  await expect.element(state).toHaveTextContent('plan-1 over monday')
  dispatchPointer('pointermove', tuesday(), 'touch')
  dispatchPointer('pointerup', tuesday(), 'touch')
  expect(onDrop).toHaveBeenCalledExactlyOnceWith('plan-1', 'tuesday')
})

it('cancels the drag when disabled, and starts none while disabled', async () => {
  const onDrop = vi.fn()
  const { rerender, unmount } = await render(<Week onDrop={onDrop} />)
  await listening()
  dispatchPointer('pointerdown', plan.element())
  dispatchPointer('pointermove', tuesday())
  expect(document.querySelector('.drag-ghost')).not.toBeNull()
  await rerender(<Week onDrop={onDrop} isEnabled={false} />)
  expect(document.querySelector('.drag-ghost')).toBeNull()
  dispatchPointer('pointerdown', plan.element())
  dispatchPointer('pointermove', tuesday())
  dispatchPointer('pointerup', tuesday())
  expect(onDrop).not.toHaveBeenCalled()
  await unmount()
})
