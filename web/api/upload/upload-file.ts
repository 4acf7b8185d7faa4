import { currentReader } from '../../messages/language.ts'
import { ApiProblem, Unreachable } from '../api-problem.ts'
import { currentSession, endSession, viewedAs } from '../session.ts'

interface FileUpload {
  path: string
  query: Record<string, string>
  content: Blob
  headers: Record<string, string>
  /** Gets the share that is sent, from 0 to 1. */
  onProgress: (share: number) => void
}

export interface SentFile<T> {
  /** Rejected as that of `request`, and with an `AbortError` when it is cancelled. */
  answer: Promise<T>
  cancel: () => void
}

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
export function uploadFile<T>({ path, query, content, headers, onProgress }: FileUpload): SentFile<T> {
  const { token } = currentSession()
  const viewed = token && viewedAs()
  const xhr = new XMLHttpRequest()
  xhr.open('POST', `${path}?${new URLSearchParams(query).toString()}`)
  xhr.responseType = 'json'
  const sent = {
    accept: 'application/json',
    'accept-language': currentReader().wanted,
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(viewed && { 'x-view-as': viewed.split(' ')[0] }),
    ...headers,
  }
  for (const [name, value] of Object.entries(sent)) if (value) xhr.setRequestHeader(name, value)
  xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1))
  const answer = new Promise<T>((resolve, reject) => {
    xhr.addEventListener('load', () => {
      const body: unknown = xhr.response
      if (xhr.status === 401 && token !== null) endSession(token)
      if (typeof body !== 'object' || body === null)
        return reject(xhr.status < 400 ? new Unreachable('no JSON') : new ApiProblem(xhr.status, {}))
      if (xhr.status < 400) resolve(xhr.response)
      else reject(new ApiProblem(xhr.status, body))
    })
    xhr.addEventListener('error', () => reject(new Unreachable('the upload broke off')))
    xhr.addEventListener('abort', () => reject(new DOMException('Stopped', 'AbortError')))
  })
  xhr.send(content)
  return { answer, cancel: () => xhr.abort() }
}
