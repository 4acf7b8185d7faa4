import { withoutClosed, type Application } from '#domain/access/screens-by-function.ts'
import { invalid, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import { listInWords } from '#domain/text.ts'
import type { Context } from '../context.ts'
import { demand } from '../gate.ts'
import { inParts } from '../store/record-sets.ts'
import { activeAccounts } from './access-of-account.ts'
import { screensRuled } from './closed-screens.ts'
import { seenOf, standingsOf } from './standing.ts'

/** A database takes so many names in one question. */
const peopleAtOnce = 5000
const mostNamed = 3

/** To whom an Application would close or open a screen, worked out by what decides about it; nothing is changed. */
export async function previewScreens(ctx: Context, input: unknown): Promise<{ sentences: string[] }> {
  demand(ctx, 'read', 'roleRights')
  const tried = readApplication(input)
  const db = ctx.store.read
  const [now, then] = [await screensRuled(db), await screensRuled(db, tried)]
  const [closed, opened] = [new Map<string, Map<string, string>>(), new Map<string, Map<string, string>>()]
  for (const accounts of inParts(await activeAccounts(db), peopleAtOnce)) {
    const standings = await standingsOf(db, accounts)
    for (const [at, standing] of standings.entries()) {
      const { id, username } = accounts[at]!
      if (standing.roles.includes('ADMIN')) continue
      const { rights } = seenOf(standing.given, standing.sees === 'everything' ? 'everything' : [])
      const [before, after] = [now, then].map((ruled) => withoutClosed(rights, ruled, standing.functions).on)
      for (const [subject, { screen }] of Object.entries({ ...before, ...after })) {
        if (Object.hasOwn(before!, subject) === Object.hasOwn(after!, subject)) continue
        const told = Object.hasOwn(after!, subject) ? closed : opened
        told.set(screen, (told.get(screen) ?? new Map<string, string>()).set(id, username))
      }
    }
  }
  const sentences = [
    ...[...closed].map(
      ([screen, people]) => `Saved, this closes ${screen} to ${inWords([...people.values()])}`,
    ),
    ...[...opened].map(
      ([screen, people]) => `Saved, this opens ${screen} to ${inWords([...people.values()])}`,
    ),
  ]
  return { sentences }
}

function inWords(names: readonly string[]): string {
  const named = names.toSorted().slice(0, mostNamed)
  const rest = names.length - named.length
  const count = names.length === 1 ? '1 person' : `${names.length} people`
  return `${count}: ${listInWords(rest > 0 ? [...named, `${rest} more`] : named)}`
}

const texts = ['id', 'Module_Code', 'Submodule_Code', 'Process_Code'] as const

function readApplication(input: unknown): Application {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('An application')])
  const { Function_Codes: codes, ...given } = input as Record<string, unknown>
  const problems: FieldProblem[] = texts
    .filter((field) => given[field] !== undefined && typeof given[field] !== 'string')
    .map((field) => ({ field, message: `${field} should be text` }))
  if (!Array.isArray(codes) || !codes.every((code) => typeof code === 'string'))
    problems.push({ field: 'Function_Codes', message: 'Function_Codes should be a list of codes' })
  if (problems.length > 0) throw invalid(problems)
  const [id, module, submodule, process] = texts.map((field) => (given[field] as string | undefined) ?? '')
  const functions = (codes as string[]).map((code) => ({ code, name: code }))
  return { id: id!, appl: '', module: module!, submodule: submodule!, process: process!, functions }
}
