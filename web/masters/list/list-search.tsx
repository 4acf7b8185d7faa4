import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useListLinks } from './list-links.ts'
import { t } from '#domain/messages/t.ts'

const debounce = 250 // milliseconds without a key

/** Searches while typing, and on Enter. */
export function ListSearch({ label }: { label: string }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const timer = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const q = search.get('q') ?? ''
  // The search keeps other parameters that were changed after the last key.
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  useEffect(() => () => clearTimeout(timer.current), [])
  // Browser navigation changes the search from outside.
  useEffect(() => {
    const box = input.current
    if (box && box !== document.activeElement) box.value = q
  }, [q])
  const scheduleSearch = (delay: number): void => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const text = input.current?.value.trim() ?? ''
      void navigate(latest.current({ q: text || null }), { replace: true, preventScrollReset: true })
    }, delay)
  }
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          scheduleSearch(0)
        }}
      >
        <input
          ref={input}
          type="search"
          name="q"
          className="control"
          aria-label={label}
          placeholder={t('Search')}
          autoComplete="off"
          maxLength={200}
          defaultValue={q}
          onChange={() => scheduleSearch(debounce)}
        />
      </form>
    </search>
  )
}
