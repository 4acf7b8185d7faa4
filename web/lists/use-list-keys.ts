import { useEffectEvent, useLayoutEffect } from 'react'

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
      if (!link) return
      link.focus({ preventScroll: true })
      bringIntoSight(link)
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
  // With the rows, not a moment later.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Within the frame, clear of its sticky heading and totals; the page around it stays where it is. */
function bringIntoSight(link: HTMLElement): void {
  const frame = link.closest('.list-frame')
  const row = link.closest('tr')
  if (!frame || !row || frame.scrollHeight <= frame.clientHeight) {
    link.scrollIntoView({ block: 'nearest' })
    return
  }
  const heightOf = (part: string): number => frame.querySelector<HTMLElement>(part)?.offsetHeight ?? 0
  const highest = row.offsetTop - heightOf('thead')
  const lowest = row.offsetTop + row.offsetHeight + heightOf('tfoot') - frame.clientHeight
  frame.scrollTop = Math.min(Math.max(frame.scrollTop, lowest), highest)
}
