import { redirect } from 'react-router'
import { ApiProblem, sentenceOf } from '../../api/api-problem.ts'
import { notify } from '../../ui/notices.tsx'
import { t } from '#domain/messages/t.ts'

/** Redirects a URL whose query the server rejects (an old link, a typing error) to the unfiltered list, with the reason. */
export async function redirectOnBadQuery<T>(url: URL, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const isRejected = error instanceof ApiProblem && [400, 404, 422].includes(error.status)
    if (!isRejected || url.search === '') throw error
    notify({
      tone: 'bad',
      text: sentenceOf(error),
      detail: t('The unfiltered list is shown instead.'),
      crossesPages: true,
    })
    throw redirect(url.pathname)
  }
}
