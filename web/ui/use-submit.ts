import { useState } from 'react'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { attemptInMemory, submitOnce, type AttemptStore } from '../api/drafts/submit-once.ts'
import { notify, type Notice } from './notices.tsx'
import { useBusy } from './use-busy.ts'

/** Messages by field. */
export type Problems<Name extends string = string> = Readonly<Partial<Record<Name, string>>>

interface FocusOptions<Name extends string> {
  /** The fields that show their problems, in focus order. */
  fields?: readonly Name[]
  /** The field that gets the focus when none of them has a problem. */
  otherwise?: NoInfer<Name>
  /** Selects the content of the focused field. */
  selects?: boolean
}

export interface SubmitOptions<Body, T, Name extends string = string> extends FocusOptions<Name> {
  /** The key makes it safe to send again after a lost answer, where the route accepts one. */
  send: (body: Body, idempotencyKey: string) => Promise<T>
  /** Where the key is stored between attempts: with the draft of a form (`attemptOfDraft`); by default in memory. */
  attempt?: AttemptStore
  /** The notice after success. */
  success?: (answer: T, body: Body) => string | Omit<Notice, 'tone'> | Notice | undefined
  onSuccess?: (answer: T, body: Body) => void | Promise<void>
  /**
   * The notice after a failure: a title above the server's message, or the whole notice; null for none, where the page
   * shows `error`. By default it is the server's message.
   */
  failure?:
    | string
    | null
    | ((error: unknown, body: Body, problems: Problems<Name>) => Omit<Notice, 'tone'> | null)
  onFailure?: (error: unknown, body: Body) => void | Promise<void>
}

export interface Submit<Body, T, Name extends string = string> {
  isBusy: boolean
  problems: Problems<Name>
  /** Why the last attempt failed, as a sentence; empty when it did not. */
  error: string
  /** Returns the answer; undefined after a failure or while another attempt is pending. Focuses a field of `form`. */
  submit: (body: Body, form?: HTMLFormElement | null) => Promise<T | undefined>
  /** Sets problems found before sending. */
  setProblems: (problems: Problems<Name>) => void
  /** Must be called on input; clears the problem of one field, or all. */
  clearProblems: (field?: Name) => void
}

/**
 * Sends a form or runs the action of a button, one at a time and, where the route accepts an idempotency key, once for all
 * attempts. Notices and callbacks also run after the component is unmounted.
 */
export function useSubmit<Body, T, const Name extends string = string>(
  options: SubmitOptions<Body, T, Name>,
): Submit<Body, T, Name>
export function useSubmit<Body, T>(options: SubmitOptions<Body, T>): Submit<Body, T> {
  const { isBusy, runOnce } = useBusy()
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState('')
  const [inMemory] = useState(attemptInMemory)
  const { send, attempt = inMemory, success, onSuccess, onFailure } = options

  const fail = async (reason: unknown, body: Body, form?: HTMLFormElement | null): Promise<void> => {
    const found = problemsByField(reason)
    setProblems(found)
    setError(sentenceOf(reason))
    const notice = failureNotice(options, reason, body, found)
    if (notice) notify({ tone: 'bad', ...notice })
    if (form) focusField(form, found, options)
    await onFailure?.(reason, body)
  }
  const submit = (body: Body, form?: HTMLFormElement | null): Promise<T | undefined> =>
    runOnce(async () => {
      notify(null)
      setError('')
      let answer: T
      try {
        answer = await submitOnce({
          attempt,
          typed: body ?? null,
          body: () => body ?? null,
          send: sendBody(body),
        })
      } catch (reason) {
        await fail(reason, body, form)
        return undefined
      }
      setProblems({})
      const notice = success?.(answer, body)
      if (notice) notify({ tone: 'good', ...(typeof notice === 'string' ? { text: notice } : notice) })
      await onSuccess?.(answer, body)
      return answer
    })
  const sendBody =
    (submitted: Body) =>
    (body: Body | null, key: string): Promise<T> =>
      send(body ?? submitted, key)

  return {
    isBusy,
    problems,
    error,
    submit,
    setProblems,
    clearProblems: (field) => {
      setError('')
      setProblems((now) => {
        if (field !== undefined) return now[field] ? { ...now, [field]: '' } : now
        return Object.keys(now).length > 0 ? {} : now
      })
    },
  }
}

function failureNotice<Body, T>(
  { failure, fields = [] }: SubmitOptions<Body, T>,
  error: unknown,
  body: Body,
  problems: Problems,
): Omit<Notice, 'tone'> | null {
  if (typeof failure === 'function') return failure(error, body, problems)
  if (failure === null) return null
  if (failure === undefined) return { text: sentenceOf(error) }
  const isBesideField = fields.some((name) => name in problems)
  return { text: failure, detail: isBesideField ? undefined : sentenceOf(error) }
}

/** Focuses the first field with a problem, or the fallback field. */
export function focusField(
  form: HTMLFormElement,
  problems: Problems,
  { fields = Object.keys(problems), otherwise, selects = false }: FocusOptions<string>,
): void {
  const name = fields.find((each) => problems[each]) ?? otherwise
  const field =
    name === undefined ? undefined : form.querySelector<HTMLInputElement>(`[name=${name}]:not([type=radio])`)
  if (selects) field?.select()
  else field?.focus()
}
