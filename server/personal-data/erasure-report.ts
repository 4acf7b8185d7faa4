import type { ErasureReport } from '#domain/api/personal-data.ts'
import { addDays, formatDate } from '#domain/dates/dates.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import type { ErasureCounts } from './erase.ts'
import type { Person } from './person.ts'

type Line = ErasureReport['erased'][number]

/** What an erasure changes, and what stays and why. */
export function reportOf(
  ctx: Context,
  person: Person,
  counts: ErasureCounts,
): Pick<ErasureReport, 'code' | 'erased' | 'stays' | 'others'> {
  const erased = (what: string, count: number): Line[] => (count > 0 ? [{ what, count, why: null }] : [])
  return {
    code: person.code,
    erased: [
      { what: ownValues(person), count: 1, why: null },
      ...erased(t('Remarks, feedback, reasons, positions and photos of visits'), counts.visits),
      ...erased(
        person.entity === 'customer'
          ? t('Location, licences and messages of the contact form')
          : t('Working times with the place where the day starts'),
        counts.deletedRecords,
      ),
      ...erased(t('The name as the author of comments, documents, imports and proposals'), counts.authored),
      ...erased(t('Values of deleted records in the bin'), counts.binned),
      ...erased(t('Comments'), counts.comments),
      ...erased(t('Documents'), counts.documents),
      ...erased(t('Photos'), counts.photos),
      ...erased(t('Values in imports, messages, webhooks, proposals and stored answers'), counts.logRows),
      ...erased(
        person.account
          ? t('Name, e-mail, phone and network addresses in entries of the history and the audit')
          : t('Values in entries of the history and the audit'),
        counts.entries,
      ),
    ],
    stays: staysOf(ctx, person, counts),
    others: counts.others,
  }
}

function ownValues({ entity }: Person): string {
  if (entity === 'customer')
    return t('Name, contact, phone, e-mail, street, PIN code, PAN and GSTIN of the customer')
  return entity === 'account'
    ? t(
        'The account with its name, e-mail and phone, and its sessions, phones, API tokens, second factor, devices, calendar and messages',
      )
    : t('Name, user id, phone, e-mail, street and PIN code of the employee and of its user')
}

function staysOf(ctx: Context, person: Person, counts: ErasureCounts): Line[] {
  const { timeZone, backups, databaseUrl } = ctx.config
  const until = addDays(dayIn(ctx.now(), timeZone), backups.keepDays)
  const isOwnBackup = databaseUrl === undefined && backups.folder !== undefined
  return [
    ...ownStays(person, counts),
    {
      what: t('Entries of the history and the audit, with the values replaced'),
      count: counts.entries,
      why: t('They show who changed what and when, and that the erasure was made'),
    },
    {
      what: t('Backups of before the erasure'),
      count: null,
      why: isOwnBackup
        ? t('They are deleted by {day}; when one is restored, the erasure is made again', {
            day: formatDate(until),
          })
        : t(
            'They are deleted when the retention of your backup tool ends; when one is restored, the erasure is made again',
          ),
    },
    {
      what: t('Files that were exported, and what other programs received'),
      count: null,
      why: t('They are outside of this product: the audit lists the exports, ask those who made them'),
    },
  ]
}

/** What stays of the person itself, by what it is. */
function ownStays({ entity, code, account }: Person, counts: ErasureCounts): Line[] {
  if (account)
    return [
      {
        what: t('What the account recorded and changed, under the pseudonym {name}', {
          name: account.pseudonym,
        }),
        count: null,
        why: t('It belongs to the work of the firm; the pseudonym shows that it was one person'),
      },
    ]
  if (entity !== 'customer')
    return [
      {
        what: t('The number {code}, with the territory, branch, functions and roles', { code }),
        count: null,
        why: t('Visits, plans and assignments refer to it, and others report to it'),
      },
      {
        what: t('Days of leave, without the reason'),
        count: null,
        why: t('They explain the plans and the visits of that time'),
      },
    ]
  return [
    {
      what: t('The code {code}, with the territory, balances, bills and payments', { code }),
      count: counts.books,
      why: t(
        'Books of account and tax records have to be kept: 8 years by the Companies Act, 6 by the CGST Act',
      ),
    },
    {
      what: t('Visits with their day, employee, advice and amounts, without a name'),
      count: counts.visits,
      why: t('They belong to the work of the firm and to the books, and no longer name the person'),
    },
  ]
}
