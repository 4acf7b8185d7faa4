import { endOfflineSession, startOfflineSession } from './offline-session.ts'
import { ownAccountId } from './account.ts'
import { announce } from './store/changes.ts'
import { withDatabase, type PasswordVerifier } from './store/database.ts'
import { removeVerifiers } from './store/verifiers.ts'
import { removeSent } from './store/sent-ids.ts'

// The log-in without a network: see docs/decisions/058-a-log-in-without-a-network.md.

const iterations = 600_000
const freeAttempts = 5
/** Milliseconds of the first and of the longest delay after wrong passwords. */
const firstDelay = 30_000
const longestDelay = 15 * 60_000

async function hashOf(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveBits',
  ])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    key,
    256,
  )
  return new Uint8Array(bits)
}

interface AccountName {
  id: string
  email: string
}

const normalised = (email: string): string => email.trim().toLowerCase()

/** Stores what checks the password without a network; nothing in a context without cryptography. */
export async function saveVerifier({ id, email }: AccountName, password: string): Promise<void> {
  if (!isSecureContext) return
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await hashOf(password, salt, iterations)
  // Logged out meanwhile.
  if (ownAccountId() !== id) return
  const verifier: PasswordVerifier = {
    account: id,
    email: normalised(email),
    salt,
    iterations,
    hash,
    attempts: 0,
    blockedUntil: 0,
  }
  await withDatabase((database) => database.put('verifiers', verifier))
}

/** After the password was changed, on a device that can log in without a network. */
export async function renewVerifier(password: string): Promise<void> {
  const account = ownAccountId()
  const known = account && (await withDatabase((database) => database.get('verifiers', account)))
  if (known) await saveVerifier({ id: known.account, email: known.email }, password)
}

export type OfflineLogIn =
  | { kind: 'unknown' | 'wrong' }
  | { kind: 'blocked'; seconds: number }
  | { kind: 'started' }

/** Counts an attempt before it is checked, so that several tabs do not have more of them. */
function countAttempt(email: string): Promise<PasswordVerifier | { seconds: number } | undefined> {
  return withDatabase(async (database) => {
    const { store, done } = database.transaction('verifiers', 'readwrite', { durability: 'strict' })
    const known = (await store.getAll()).find((each) => each.email === normalised(email))
    if (!known) return undefined
    // A clock that was set back does not lock the account for longer.
    const left = Math.min(known.blockedUntil - Date.now(), longestDelay)
    if (left > 0) return { seconds: Math.ceil(left / 1000) }
    const attempts = known.attempts + 1
    const delay =
      attempts < freeAttempts ? 0 : Math.min(longestDelay, firstDelay * 2 ** (attempts - freeAttempts))
    const blockedUntil = delay === 0 ? 0 : Date.now() + delay
    await store.put({ ...known, attempts, blockedUntil })
    await done
    return known
  })
}

/** Starts a session for the field screens, without customers and without a token, unless the account has one with a token. */
export async function logInOffline(email: string, password: string): Promise<OfflineLogIn> {
  if (!isSecureContext) return { kind: 'unknown' }
  const verifier = await countAttempt(email)
  if (!verifier) return { kind: 'unknown' }
  if ('seconds' in verifier) return { kind: 'blocked', seconds: verifier.seconds }
  const hash = await hashOf(password, verifier.salt, verifier.iterations)
  if (!hash.every((byte, at) => byte === verifier.hash[at])) return { kind: 'wrong' }
  await withDatabase((database) => database.put('verifiers', { ...verifier, attempts: 0, blockedUntil: 0 }))
  startOfflineSession(verifier.account)
  announce('outbox', 'pack', 'status')
  return { kind: 'started' }
}

/** After a log-out: removes what was sent, and what checks the password of an account without unsent events. */
export async function removeTraces(): Promise<void> {
  endOfflineSession()
  await removeSent(() => true)
  await removeVerifiers()
  announce('outbox', 'pack', 'status')
}
