import { beginning } from './databases.ts'
import type { TestApp } from './test-app.ts'

/** Sets the clock back and forgets attempts and known devices, so that tests of rate limits can share an app. */
export async function forgetAttempts({ clock, store }: TestApp): Promise<void> {
  clock.now = new Date(beginning)
  await store.transaction(async (tx) => {
    await tx.deleteFrom('attempt').execute()
    await tx.deleteFrom('known_address').execute()
  })
}
