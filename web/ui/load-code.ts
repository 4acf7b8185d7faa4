import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { Unreachable } from '../api/api-problem.ts'

/** Milliseconds before the second and the third attempt. */
const pauses = [300, 1200]

/** Loads code after the page, again when the network drops it. Every `import()` of the web app is loaded by it. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  let attempt = tryLoad(load)
  for (const pause of pauses)
    attempt = attempt.catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, pause))
      return tryLoad(load)
    })
  return attempt.catch((error: unknown) => {
    throw new Unreachable(error)
  })
}

/** One attempt, first for the style sheets that failed: the bundler's loader requests each of them only once. */
export async function tryLoad<T>(load: () => Promise<T>): Promise<T> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  await Promise.all([...sheets].filter(isFailed).map(requestAgain))
  return load()
}

/** A style sheet without a response cannot be read, and one with an error is empty. */
function isFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules.length === 0
  } catch {
    return true
  }
}

const requestAgain = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const copy = document.importNode(link)
    copy.addEventListener('load', resolve)
    copy.addEventListener('error', reject)
    link.replaceWith(copy)
  })

/** A component the page works without: it renders nothing when its code cannot be loaded, as when offline. */
export const optionalComponent = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await loadCode(load).catch(() => () => null) }))
