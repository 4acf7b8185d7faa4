import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { tryLater } from '#domain/problem.ts'
import { countCharacters, foldText } from '#domain/text.ts'
import { inTurns } from '../in-turns.ts'

/** The cost OWASP asks of argon2id: about a tenth of a second here, far more for whoever steals the table. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const shortest = 8
const longest = 256

// Each hash holds 19 MB and a core. More at once than cores would only make everyone wait, so the rest queues, and
// what does not fit the queue is told to come back: a flood of logins must not stop the day's work.
const inTurn = inTurns({
  atOnce: availableParallelism(),
  waiting: 32,
  full: () => tryLater('Too many people are logging in at once. Try again in a moment', 3),
})

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost))

let decoy: Promise<string> | undefined

/** What stands for the password of an account that was invited and not opened yet: none fits. */
export const noPassword = ''

/** Takes the same time for an account that does not exist, or has no password yet, as for a wrong password. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  if (countCharacters(password) > longest) return false
  decoy ??= hash('no account has this password', cost)
  const against = stored || (await decoy)
  const fits = await inTurn(() => verify(against, password))
  return fits && Boolean(stored)
}

/** The product's name, or a part of the own address, with nothing but digits and signs around it: the first thing to be tried. */
function isExpected(password: string, email: string): boolean {
  const bare = foldText(password).replaceAll(/[^\p{L}]/gu, '')
  const parts = foldText(email).split(/[@.]/)
  if (bare.length < 4) return false
  return bare === 'agridesk' || parts.some((part) => part.replaceAll(/[^\p{L}]/gu, '') === bare)
}

let commonest: Promise<Set<string>> | undefined

// Loaded when the first password is chosen: logging in never needs the list.
async function readCommonest(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = dictionary['passwords-common'] as readonly string[]
  return new Set(words.filter((word) => word.length >= shortest))
}

/** What is wrong with a password somebody chose; undefined when nothing is. */
export async function problemOfPassword(password: unknown, email: string): Promise<string | undefined> {
  if (password === undefined || password === null || password === '') return 'Password is required'
  if (typeof password !== 'string') return 'Password should be text'
  const length = countCharacters(password)
  if (length < shortest) return `Password should have at least ${shortest} characters; 15 or more are better`
  if (length > longest) return `Password should not exceed ${longest} characters`
  if (foldText(password) === foldText(email)) return 'Password should not be the e-mail address'
  if (isExpected(password, email))
    return 'Password should not be the name of this site or a part of the e-mail address'
  commonest ??= readCommonest()
  if ((await commonest).has(password.toLowerCase()))
    return 'Password is among the commonest ones and would be guessed at once. Choose another'
  return undefined
}
