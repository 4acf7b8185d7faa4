import type { KeyboardEvent } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

/** The controls a person fills in, in the order of the page. */
export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      isControl(element) &&
      element.name !== '' &&
      !element.disabled &&
      !(element instanceof HTMLSelectElement ? false : element.readOnly),
  )
}

/** Enter goes on to the next field while something is missing, and submits when nothing is. */
export function onEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (!(target instanceof Element) || !isControl(target) || !target.form) return
  const { form } = target
  const isLines = target instanceof HTMLTextAreaElement
  if (isLines && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  const controls = controlsOf(form)
  // The other buttons of a radio group are reached by arrow keys, not by going on.
  const others = controls.slice(controls.indexOf(target) + 1).filter((each) => each.name !== target.name)
  const next = others[0]
  if (form.checkValidity() || !next || event.ctrlKey || event.metaKey) form.requestSubmit()
  else next.focus()
}
