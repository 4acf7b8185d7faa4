import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A part that a page is as good without: when its code cannot be had, as with no signal, it is left out. */
export const optionalPart = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))
