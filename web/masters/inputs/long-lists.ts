import { deferredPart } from '../../ui/deferred-part.tsx'

// Only a form with a reference to more records than a native select shows needs them; form-sources.ts loads them with the options.

export const LongList = deferredPart(async () => (await import('./long-list.tsx')).LongList)

export const Collection = deferredPart(async () => (await import('./long-list.tsx')).Collection)

export const loadLongLists = async (): Promise<void> => {
  await Promise.all([LongList.preload(), Collection.preload()])
}
