import { useEffectEvent, useLayoutEffect } from 'react'

const storageKey = 'list keys'

/** Single-letter shortcuts conflict with speech input (WCAG 2.1.4), so they can be switched off for this browser. */
export const areKeysOn = (): boolean => localStorage.getItem(storageKey) !== 'off'
export const switchKeys = (isOn: boolean): void => localStorage.setItem(storageKey, isOn ? 'on' : 'off')

export interface RowKeys {
  onKeys: () => void
  onTick: (row: number) => void
}

const rowLinks = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.list-table .row-link')]

/** The row cursor is the focus, so that screen readers, Enter and scrolling work with it. */
export function useListKeys({ onKeys, onTick }: RowKeys): void {
  const actionOf = (key: string, links: HTMLElement[], at: number): (() => void) | undefined => {
    const go = (to: number): void => {
      const link = links[Math.min(Math.max(to, 0), links.length - 1)]
      if (!link) return
      link.focus({ preventScroll: true })
      scrollRowIntoView(link)
    }
    // The arrow keys scroll the page until a row has the focus.
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
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof Element)) return
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
  // A layout effect, so that the keys work as soon as the rows are shown.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Scrolls within the frame, clear of the sticky heading and totals, without moving the page. */
function scrollRowIntoView(link: HTMLElement): void {
  const frame = link.closest('.table-frame')
  const row = link.closest('tr')
  if (!frame || !row || frame.scrollHeight <= frame.clientHeight) {
    link.scrollIntoView({ block: 'nearest' })
    return
  }
  const heightOf = (part: string): number => frame.querySelector<HTMLElement>(part)?.offsetHeight ?? 0
  const max = row.offsetTop - heightOf('thead')
  const min = row.offsetTop + row.offsetHeight + heightOf('tfoot') - frame.clientHeight
  frame.scrollTop = Math.min(Math.max(frame.scrollTop, min), max)
}
