import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { Unreachable } from '../api/api-problem.ts'

/** Milliseconds before the second and the third attempt. */
const pauses = [300, 1200]

/** Loads code after the page, again when the network drops it. Every `import()` of the web app is loaded by it. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  let attempt = load()
  for (const pause of pauses)
    attempt = attempt.catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, pause))
      return retryLoad(load)
    })
  return attempt.catch((error: unknown) => {
    throw new Unreachable(error)
  })
}

/** One more attempt, first for the style sheets that failed: the bundler's loader requests each of them only once. */
export async function retryLoad<T>(load: () => Promise<T>): Promise<T> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  await Promise.all([...sheets].filter(({ sheet }) => !sheet).map(requestAgain))
  return load()
}

const requestAgain = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const copy = document.createElement('link')
    copy.rel = link.rel
    copy.href = link.href
    copy.addEventListener('load', resolve)
    copy.addEventListener('error', reject)
    link.after(copy)
  })

/** A component the page works without: it renders nothing when its code cannot be loaded, as when offline. */
export const optionalComponent = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadCode(load).catch(() => () => null) }))
