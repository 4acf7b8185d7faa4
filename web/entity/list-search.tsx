import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useListLinks } from './list-links.ts'

const pauseBeforeSearch = 250 // milliseconds without a key

/** Searches while typing; Enter works as well. */
export function ListSearch({ label }: { label: string }): ReactNode {
  const { search, changed } = useListLinks()
  const navigate = useNavigate()
  const timer = useRef(0)
  const input = useRef<HTMLInputElement>(null)
  const q = search.get('q') ?? ''
  // What else was chosen between the last key and the search stays chosen.
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  useEffect(() => () => clearTimeout(timer.current), [])
  // Going back in the browser changes the search from outside.
  useEffect(() => {
    const box = input.current
    if (box && box !== document.activeElement) box.value = q
  }, [q])
  const look = (pause: number): void => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const words = input.current?.value.trim() ?? ''
      void navigate(latest.current({ q: words || null }), { replace: true, preventScrollReset: true })
    }, pause)
  }
  return (
    <search>
      <form
        className="search"
        onSubmit={(event) => {
          event.preventDefault()
          look(0)
        }}
      >
        <input
          ref={input}
          type="search"
          name="q"
          className="control"
          aria-label={label}
          placeholder="Search"
          autoComplete="off"
          maxLength={200}
          defaultValue={q}
          onChange={() => look(pauseBeforeSearch)}
        />
      </form>
    </search>
  )
}
