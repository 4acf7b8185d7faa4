import * as z from 'zod/mini'
import { flagParameter } from './parameters.ts'
import { described, flag } from './values.ts'

// `rehearse` and `try` are the old names of `dryRun`, in bodies and in queries; they are accepted for one release.

const meaning = 'true: dry run, which reports what would happen and changes nothing'
const deprecated = z.meta({ deprecated: true, description: 'Use dryRun' })

/** The option in the body of a request. */
export const dryRunMembers = {
  dryRun: described(z._default(flag('dryRun'), false), meaning),
  rehearse: z.optional(flag('rehearse')).check(deprecated),
}

/** The option in the query. */
export const dryRunParameters = {
  dryRun: described(z._default(flagParameter('dryRun'), false), meaning),
  try: z.optional(flagParameter('try')).check(deprecated),
}

const names = ['dryRun', 'rehearse', 'try'] as const

type DryRunOptions = { readonly [name in (typeof names)[number]]?: boolean | undefined }

/** A request that gives the option several times, in its body or its query, is a dry run if one of them says so. */
export const isDryRun = (...parts: readonly DryRunOptions[]): boolean =>
  parts.some((part) => names.some((name) => part[name] === true))

/** In answers: whether it was a dry run. */
export const isDryRunMember = { isDryRun: described(z.boolean(), 'A dry run: nothing was changed') }
/** The old name of that member, which is sent beside it for one release. */
export const deprecatedMember = z.boolean().check(z.meta({ deprecated: true, description: 'Use isDryRun' }))
