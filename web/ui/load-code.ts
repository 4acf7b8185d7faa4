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

/** The style sheets that each load requested: the bundler's loader requests each of them only once. */
const requested = new WeakMap<() => Promise<unknown>, Set<string>>()

/** One attempt, first for the style sheets that failed. Those that other code requested may fail again. */
export async function tryLoad<T>(load: () => Promise<T>): Promise<T> {
  const own = requested.get(load) ?? new Set()
  requested.set(load, own)
  const again = styleSheets()
    .filter(isFailed)
    .map(async (link) => {
      if (!(await isLoadedAgain(link)) && own.has(link.href)) throw new Error(link.href)
    })
  await Promise.all(again)
  const before = new Set(styleSheets())
  const loading = load()
  for (const link of styleSheets()) if (!before.has(link)) own.add(link.href)
  return loading
}

const styleSheets = (): HTMLLinkElement[] => [
  ...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'),
]

/** A style sheet without a response cannot be read, and one with an error is empty. */
function isFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet?.cssRules.length === 0
  } catch {
    return true
  }
}

const isLoadedAgain = (link: HTMLLinkElement): Promise<boolean> =>
  new Promise((resolve) => {
    const copy = document.importNode(link)
    copy.addEventListener('load', () => resolve(true))
    copy.addEventListener('error', () => resolve(false))
    link.replaceWith(copy)
  })

/** What is loaded late does not delay the frame in which the rest is shown; a page in the background has no frames. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    setTimeout(resolve, 100)
  })

/** A component the page works without: it renders nothing when its code cannot be loaded, as when offline. */
export const optionalComponent = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    await nextFrame()
    return { default: await loadCode(load).catch(() => () => null) }
  })
