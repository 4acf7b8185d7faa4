import { removeClosedRights, type Application } from '#domain/access/screens-by-function.ts'
import type { ScreensPreview, ScreensPreviewRequest } from '#domain/api/access/previews.ts'
import { formatList } from '#domain/text.ts'
import type { Context } from '../../core/context.ts'
import { requireRight } from '../../core/gate.ts'
import { inParts } from '../../store/records/record-sets.ts'
import { activeAccounts } from '../access-of-account.ts'
import { readRuledScreens } from '../closed-screens.ts'
import { rightsSeen, membershipsOf } from '../membership.ts'
import { t } from '#domain/messages/t.ts'

/** Limits the number of parameters of one query. */
const accountsPerRead = 5000
const maxListed = 3

/** Dry run: for which accounts an Application would close or open a screen, computed by the code that enforces it. */
export async function previewScreens(ctx: Context, given: ScreensPreviewRequest): Promise<ScreensPreview> {
  requireRight(ctx, 'read', 'roleRights')
  const proposed = applicationOf(given)
  const db = ctx.store.read
  const [now, then] = [await readRuledScreens(db), await readRuledScreens(db, proposed)]
  const [closed, opened] = [new Map<string, Map<string, string>>(), new Map<string, Map<string, string>>()]
  for (const accounts of inParts(await activeAccounts(db), accountsPerRead)) {
    const memberships = await membershipsOf(db, accounts)
    for (const [at, membership] of memberships.entries()) {
      const { id, username } = accounts[at]!
      if (membership.roles.includes('ADMIN')) continue
      const { rights } = rightsSeen(
        membership.roleRights,
        membership.sees === 'everything' ? 'everything' : [],
      )
      const [before, after] = [now, then].map(
        (ruled) => removeClosedRights(rights, ruled, membership.functions).on,
      )
      for (const [subject, { screen }] of Object.entries({ ...before, ...after })) {
        if (Object.hasOwn(before!, subject) === Object.hasOwn(after!, subject)) continue
        const target = Object.hasOwn(after!, subject) ? closed : opened
        target.set(screen, (target.get(screen) ?? new Map<string, string>()).set(id, username))
      }
    }
  }
  const sentences = [
    ...[...closed].map(([screen, accounts]) =>
      t('Saving closes {screen} to {people, plural, one {# person} other {# people}}: {names}', {
        screen: t(screen),
        people: accounts.size,
        names: formatNames([...accounts.values()]),
      }),
    ),
    ...[...opened].map(([screen, accounts]) =>
      t('Saving opens {screen} to {people, plural, one {# person} other {# people}}: {names}', {
        screen: t(screen),
        people: accounts.size,
        names: formatNames([...accounts.values()]),
      }),
    ),
  ]
  return { sentences }
}

function formatNames(names: readonly string[]): string {
  const named = names.toSorted().slice(0, maxListed)
  const rest = names.length - named.length
  return formatList(rest > 0 ? [...named, t('{count, number} more', { count: rest })] : named)
}

const applicationOf = ({ Function_Codes: codes, ...given }: ScreensPreviewRequest): Application => ({
  id: given.id ?? '',
  appl: '',
  module: given.Module_Code ?? '',
  submodule: given.Submodule_Code ?? '',
  process: given.Process_Code ?? '',
  functions: codes.map((code) => ({ code, name: code })),
})
