import type { Actor } from '#domain/access/actor.ts'
import type { Store } from '../store/open-store.ts'
import { actorOfToken, touchSession } from './session-store.ts'

export type ActorOfToken = (token: string) => Promise<Actor | undefined>

export function authenticator(store: Store, now: () => Date): ActorOfToken {
  return async (token) => {
    const found = await actorOfToken(store.read, token, now())
    if (found?.stale && found.actor.kind === 'account') {
      const { sessionId } = found.actor
      // Noting the use is a courtesy: when the database cannot be written, people can still read.
      await store.transaction((tx) => touchSession(tx, sessionId, now())).catch(() => {})
    }
    return found?.actor
  }
}
