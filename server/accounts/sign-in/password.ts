import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { isTooLong, readChosenPassword } from '#domain/access/password.ts'
import { invalid, serviceUnavailable, type FieldProblem } from '#domain/problem.ts'
import { foldText } from '#domain/text.ts'
import { createSemaphore } from '../../base/semaphore.ts'
import { t } from '#domain/messages/t.ts'

/** The cost that OWASP recommends for argon2id: about a tenth of a second here, far more for an attacker with the table. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each hash takes 19 MB and a core. More hashes in parallel than cores only make every login slower, so the rest is
// queued, and a full queue answers with Retry-After: a flood of logins must not stop other work.
const withSemaphore = createSemaphore({
  maxConcurrent: availableParallelism(),
  maxWaiting: 32,
  onFull: () => serviceUnavailable(t('Too many people are logging in at once. Try again in a moment'), 3),
})

export const hashPassword = (password: string): Promise<string> => withSemaphore(() => hash(password, cost))

let decoy: Promise<string> | undefined

/** The hash of an invited account without a password; no password matches it. */
export const noPassword = ''

/** Takes the same time for an unknown account, or one without a password, as for a wrong password. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  if (isTooLong(password)) return false
  decoy ??= hash('no account has this password', cost)
  const storedOrDecoy = stored || (await decoy)
  const isMatch = await withSemaphore(() => verify(storedOrDecoy, password))
  return isMatch && Boolean(stored)
}

/**
 * Whether a password is the product name or a part of the e-mail with only digits and symbols around it, which is tried
 * first.
 */
function isGuessable(password: string, email: string): boolean {
  const bare = foldText(password).replaceAll(/[^\p{L}]/gu, '')
  const parts = foldText(email).split(/[@.]/)
  if (bare.length < 4) return false
  return bare === 'agridesk' || parts.some((part) => part.replaceAll(/[^\p{L}]/gu, '') === bare)
}

let commonPasswords: Promise<Set<string>> | undefined

// Loaded when the first password is chosen; logging in does not need the list.
async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'].map(String)
  return new Set(words.filter((word) => 'value' in readChosenPassword(word)))
}

/** The problem with a chosen password; undefined if it is acceptable. */
export async function problemOfPassword(password: string, email: string): Promise<string | undefined> {
  const reading = readChosenPassword(password)
  if ('problem' in reading) return reading.problem
  if (foldText(password) === foldText(email)) return t('Password should not be the e-mail address')
  if (isGuessable(password, email))
    return t('Password should not be the name of this site or a part of the e-mail address')
  commonPasswords ??= readCommonPasswords()
  if ((await commonPasswords).has(password.toLowerCase()))
    return t('Password is one of the most common ones and easy to guess. Choose another')
  return undefined
}

export async function problemsOfPassword(password: string, email: string): Promise<FieldProblem[]> {
  const message = await problemOfPassword(password, email)
  return message === undefined ? [] : [{ field: 'password', message }]
}

/** Refuses a chosen password that is too short or easy to guess. */
export async function checkChosenPassword(password: string, email: string): Promise<void> {
  const problems = await problemsOfPassword(password, email)
  if (problems.length > 0) throw invalid(problems)
}
