import { useEffect, useEffectEvent } from 'react'

const storedAs = 'list keys'

/** Keys without Ctrl or Alt get in the way of who dictates, so they can be switched off, for this browser. */
export const areKeysOn = (): boolean => localStorage.getItem(storedAs) !== 'off'
export const switchKeys = (isOn: boolean): void => localStorage.setItem(storedAs, isOn ? 'on' : 'off')

interface ListKeys {
  onKeys: () => void
  onTick: (row: number) => void
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.list-table .row-link')]

/** The row cursor is the focus itself: what is read out, opened by Enter and scrolled to comes with it. */
export function useListKeys({ onKeys, onTick }: ListKeys): void {
  const actionOf = (key: string, links: HTMLElement[], at: number): (() => void) | undefined => {
    const go = (to: number): void => {
      const link = links[Math.min(Math.max(to, 0), links.length - 1)]
      link?.focus({ preventScroll: true })
      link?.scrollIntoView({ block: 'nearest' })
    }
    // The arrows scroll the page until somebody is in the list.
    if (key === 'ArrowDown' && at >= 0) return () => go(at + 1)
    if (key === 'ArrowUp' && at >= 0) return () => go(at - 1)
    if (!areKeysOn()) return undefined
    if (key === 'j') return () => go(at + 1)
    if (key === 'k') return () => go(at < 0 ? 0 : at - 1)
    if (key === 'x' && at >= 0) return () => onTick(at)
    if (key === '?') return onKeys
    if (key === '/')
      return () => document.querySelector<HTMLElement>('.full-list input[type=search]')?.focus()
    return undefined
  }
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (
      document.querySelector('dialog[open]') ||
      target.matches('input:not([type=checkbox]), textarea, select')
    )
      return
    const links = rowLinks()
    const row = target.closest('.list-table tbody tr')
    const at = links.findIndex((link) => row?.contains(link))
    const run = actionOf(event.key, links, at)
    if (!run) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
