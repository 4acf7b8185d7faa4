import { useEffect, useRef, type ReactNode } from 'react'
import { Form, useSubmit } from 'react-router'

const pauseBeforeSearch = 250 // milliseconds without a key

/** Searches while typing, through the address of the page (`?q=`), from the first page on; Enter works as well. */
export function SearchBox({ label, q }: { label: string; q: string }): ReactNode {
  const submit = useSubmit()
  const timer = useRef(0)
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Going back in the browser changes the search from outside.
  useEffect(() => {
    const box = input.current
    if (box && box !== document.activeElement) box.value = q
  }, [q])
  const search = (): void => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (form.current) void submit(form.current, { replace: true, preventScrollReset: true })
    }, pauseBeforeSearch)
  }
  return (
    <search>
      <Form ref={form} className="search" replace preventScrollReset>
        <input
          ref={input}
          type="search"
          name="q"
          className="control"
          aria-label={label}
          placeholder="Search"
          autoComplete="off"
          defaultValue={q}
          onChange={search}
        />
      </Form>
    </search>
  )
}
