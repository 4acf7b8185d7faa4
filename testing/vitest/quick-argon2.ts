// Replaces @node-rs/argon2 in the test workers (vitest.config.ts) and in the servers of the browser tests
// (server-host-process.ts): the real algorithm at its lowest cost. A hash at
// production cost takes a tenth of a second, and the tests compute more than a thousand. The server processes that tests
// start hash at full cost; server/process.test.ts checks what they store.
import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2

export const verify = argon2.verify

export const hash = (password: string, options?: Argon2.Options): Promise<string> =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 })
