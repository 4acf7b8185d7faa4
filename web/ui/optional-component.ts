import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A lazy component the page works without: it renders nothing when its code cannot be loaded, as when offline. */
export const optionalComponent = <Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => ({ default: await load().catch(() => () => null) }))
