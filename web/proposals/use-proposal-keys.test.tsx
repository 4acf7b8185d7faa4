import { expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { useProposalKeys } from './use-proposal-keys.ts'

it('approves once while the key is held down', async () => {
  const onApprove = vi.fn<() => void>()
  await renderHook(() => useProposalKeys({ onApprove }))
  const press = (repeat: boolean): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, repeat }))
  press(false)
  press(true)
  press(true)
  expect(onApprove).toHaveBeenCalledTimes(1)
})
