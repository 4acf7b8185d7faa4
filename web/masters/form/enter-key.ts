import type { KeyboardEvent } from 'react'
import { localNameField } from '#domain/catalogue/names/local-name.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement

/** The editable controls, in page order. */
export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      isControl(element) &&
      element.name !== '' &&
      !element.disabled &&
      !(element instanceof HTMLSelectElement ? false : element.readOnly),
  )
}

/** Enter moves to the next field while the form is incomplete, and submits it when it is complete. */
export function onEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
  if (!(target instanceof Element) || !isControl(target) || !target.form) return
  const { form } = target
  const isTextArea = target instanceof HTMLTextAreaElement
  if (isTextArea && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  const controls = controlsOf(form)
  // Skips the other buttons of a radio group, which are reached by arrow keys, and the second name, which few records have.
  const skipped = [target.name, localNameField]
  const others = controls.slice(controls.indexOf(target) + 1).filter(({ name }) => !skipped.includes(name))
  const next = others[0]
  if (form.checkValidity() || !next || event.ctrlKey || event.metaKey) form.requestSubmit()
  else next.focus()
}
