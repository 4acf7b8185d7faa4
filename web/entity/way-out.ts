import { redirect } from 'react-router'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { notify } from '../ui/notices.tsx'

/** An address that asks for what there is not (an old link, a slip) leads to the whole list, with the reason. */
export async function orAll<T>(url: URL, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isRefused = error instanceof ApiProblem && [400, 404, 422].includes(error.status)
    if (!isRefused || url.search === '') throw error
    notify({ tone: 'bad', text: sentenceOf(error), detail: 'So all are shown.', crossesPages: true })
    throw redirect(url.pathname)
  }
}
