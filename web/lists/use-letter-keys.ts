import { useEffectEvent, useLayoutEffect } from 'react'
import { areKeysOn } from './use-list-keys.ts'

/** Actions of a page by single letters, which can be switched off like those of lists. */
export function useLetterKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return
    // A key that is held down would act on the ones that follow unseen.
    if (event.repeat) return
    if (!(target instanceof Element) || document.querySelector('dialog[open]')) return
    if (target.matches('input:not([type=checkbox]), textarea, select')) return
    const run = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined
    if (!run) return
    event.preventDefault()
    run()
  })
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
