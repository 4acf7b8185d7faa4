import * as z from 'zod/mini'
import { importStates, importSteps } from '../imports/import-job.ts'
import { user } from './accounts/account.ts'
import { mailStatus } from './accounts/users.ts'
import { backupStatus } from './backup-status.ts'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { phone } from './field/phones.ts'
import { unrecordedVisits } from './reminders/unrecorded-visits.ts'
import { count, dateTime, described, text } from './values.ts'
import { planApproval } from './visit-plans/plan-approvals.ts'
import { coverage, moneyOfFirm, weekOfVisits } from './visits/dashboard.ts'
import { receivable } from './money/receivables.ts'
import { customerNames, employee, firmClock, textOrNull } from './visits/visit-values.ts'

/** A part that the account may see; a part that failed has the reason instead, and the others are answered. */
const part = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(z.union([schema, z.strictObject({ problem: text })]))

const stop = z.strictObject({
  Customer_ID: text,
  Customer_Code: text,
  ...customerNames,
  Customer_Phone: text,
  address: described(text, 'In the language of the request'),
  addressOnMap: described(text, 'With the usual name of the city'),
  Planned_At: dateTime,
  place: described(textOrNull, 'Its coordinates; null: unknown'),
})

/** What a person who visits customers needs today. */
const field = z.strictObject({
  stops: described(count, 'Open plans of today'),
  next: z.nullable(stop),
  week: described(count, 'Customers due from today to six days on'),
  overdue: described(count, 'Customers due before today'),
  employee: described(textOrNull, 'The own employee, when the counts are those of its customers only'),
})

const recentRecord = z.strictObject({
  entity: text,
  id: text,
  code: text,
  name: textOrNull,
  action: z.enum(['create', 'update', 'delete', 'restore']),
  at: dateTime,
})

const openImport = z.strictObject({
  id: text,
  entity: text,
  name: text,
  state: z.enum(importStates),
  step: z.nullable(z.enum(importSteps)),
  rowCount: count,
  at: dateTime,
})

const firm = z.strictObject({
  at: dateTime,
  coverage,
  money: moneyOfFirm,
  weeks: described(z.array(weekOfVisits), 'The last week and the current one'),
  people: described(
    z.array(z.strictObject({ employee, coverage })),
    'Those with the most overdue customers, at most five',
  ),
})

const listOf = <S extends z.ZodMiniType>(item: S) =>
  z.strictObject({ items: z.array(item), hasMore: z.boolean() })

export const readHome = endpoint('GET', '/api/v1/home', {
  may: ['read', 'ownProfile'],
  tag: 'Home',
  summary: 'What the account needs now: the parts that it may see, in one answer',
  answer: z.strictObject({
    ...firmClock,
    isWaiting: described(z.boolean(), 'The account waits for approval: it sees nothing else'),
    isNewFirm: described(z.boolean(), 'There are no customers yet, and the account may enter them'),
    hasCountries: described(
      z.optional(z.boolean()),
      'Of a new firm: whether it has the countries that customers refer to',
    ),
    field: part(field),
    unrecorded: described(part(unrecordedVisits), 'Own plans of earlier days without a result'),
    plans: described(
      part(listOf(planApproval)),
      'Work plans that wait for a decision of the account; absent: none',
    ),
    recent: described(part(listOf(recentRecord)), 'Records that the account created or changed last'),
    imports: described(part(listOf(openImport)), 'Imports that are not finished'),
    findings: part(
      z.strictObject({
        lookedAt: described(z.nullable(dateTime), 'null: the data was not checked yet'),
        items: described(z.array(z.strictObject({ rule: text, found: count })), 'The most findings first'),
      }),
    ),
    firm: described(part(firm), 'The figures of the overview, as far as they are computed'),
    debtors: described(part(listOf(receivable)), 'The largest overdue amounts'),
    accounts: described(
      part(
        listOf(
          z.extend(user, {
            proposal: described(
              z.nullable(z.strictObject({ role: text, name: text })),
              'The role to approve it with, if there is only one choice',
            ),
          }),
        ),
      ),
      'Accounts that wait for approval',
    ),
    phones: part(
      z.strictObject({
        inUse: count,
        unsent: described(count, 'Events that phones held at their last contact'),
        silent: described(listOf(phone), 'Phones without a sync for three days'),
      }),
    ),
    server: part(
      z.strictObject({
        version: text,
        database: z.enum(['sqlite', 'postgres']),
        databaseBytes: z.number(),
        mail: mailStatus,
        backups: described(z.nullable(backupStatus), 'Null: this server makes no backups'),
      }),
    ),
  }),
  answered: 'The parts. A part without a right is left out',
})

export type Home = AnswerOf<typeof readHome>
type PartName = Exclude<keyof Home, 'today' | 'timeZone' | 'isWaiting' | 'isNewFirm' | 'hasCountries'>
export type HomePart<N extends PartName> = Exclude<NonNullable<Home[N]>, { problem: string }>
