import { formatDate } from '../dates/dates.ts'
import { weekdayName } from '../visits/working-days.ts'
import { webhooksScreen, type disabledReasons } from '../webhooks/states.ts'
import { t } from '../messages/t.ts'

/** What the morning digest says: counts, and the first of what they count. */
export interface DigestFacts {
  kind: 'digest'
  day: string
  plans: { count: number; first: { name: string; time: string } | null }
  unrecorded: { count: number; items: readonly { name: string; day: string }[] }
  /** Customers due from today to six days on. */
  due: number
  /** Proposals of the field that the account may decide. */
  proposals: number
}

/** Visits without a result, as the managers of the employees see them. */
export interface EscalationFacts {
  kind: 'escalation'
  day: string
  count: number
  /** The end of the earlier days, for the link to the list. */
  before: string
  people: readonly { employee: string; name: string; count: number }[]
  items: readonly { name: string; person: string; day: string }[]
}

/** A webhook to which nothing is sent any more. */
export interface WebhookFacts {
  kind: 'webhook'
  name: string
  because: (typeof disabledReasons)[number]
}

export type NotificationFacts = DigestFacts | EscalationFacts | WebhookFacts

export interface NotificationText {
  title: string
  /** Each with the screen to do it on. */
  lines: readonly { text: string; to: string | null }[]
}

/** In the language of the reader. */
export function textOf(facts: NotificationFacts): NotificationText {
  if (facts.kind === 'digest') return digestText(facts)
  return facts.kind === 'webhook' ? webhookText(facts) : escalationText(facts)
}

const webhookText = ({ name, because }: WebhookFacts): NotificationText => ({
  title: t('The webhook {name} is disabled', { name }),
  lines: [
    {
      text:
        because === 'gone'
          ? t('Its target answered 410 Gone. Changes are kept for 60 days: resume it to send them')
          : t(
              'Its target accepted nothing for three days. Changes are kept for 60 days: fix it, then resume it to send them',
            ),
      to: webhooksScreen,
    },
  ],
})

function digestText({ day, plans, unrecorded, due, proposals }: DigestFacts): NotificationText {
  const { first } = plans
  const lines = [
    plans.count > 0 && {
      text: first
        ? t('{count, plural, one {# visit today} other {# visits today}}, first: {name} {time}', {
            count: plans.count,
            ...first,
          })
        : t('{count, plural, one {# visit today} other {# visits today}}', { count: plans.count }),
      to: '/today',
    },
    unrecorded.count > 0 && {
      text: t(
        '{count, plural, one {# planned visit without a result} other {# planned visits without a result}}: {names}',
        { count: unrecorded.count, names: namesIn(unrecorded.items, unrecorded.count) },
      ),
      to: '/',
    },
    due > 0 && {
      text: t('{count, plural, one {# customer due this week} other {# customers due this week}}', {
        count: due,
      }),
      to: '/get?due=week',
    },
    proposals > 0 && {
      text: t('{count, plural, one {# proposal to decide} other {# proposals to decide}}', {
        count: proposals,
      }),
      to: '/proposals',
    },
  ]
  return {
    title: t('Your day: {weekday} {date}', { weekday: weekdayName(day), date: formatDate(day) }),
    lines: lines.filter((line) => line !== false),
  }
}

/** "Umiya Traders (12/11/2026), Shah Seeds (13/11/2026), …" */
const namesIn = (items: DigestFacts['unrecorded']['items'], count: number): string =>
  [
    ...items.map(({ name, day }) => `${name} (${formatDate(day)})`),
    ...(count > items.length ? ['…'] : []),
  ].join(', ')

function escalationText({ count, before, people, items }: EscalationFacts): NotificationText {
  const listOf = (employee: string): string =>
    `/visits?${new URLSearchParams({
      Status: 'planned',
      ...(employee !== '' && { Assigned_To: employee }),
      'Planned_At.to': before,
      sort: 'Planned_At',
    }).toString()}`
  return {
    title: t(
      '{count, plural, one {# planned visit in your team has no result} other {# planned visits in your team have no result}}',
      { count },
    ),
    lines: [
      ...people.map(({ employee, name, count: own }) => ({
        text: t('{name}: {count, plural, one {# visit} other {# visits}} without a result', {
          name,
          count: own,
        }),
        to: listOf(employee),
      })),
      ...items.map(({ name, person, day }) => ({
        text: t('{customer}, planned for {date}, {person}', {
          customer: name,
          date: formatDate(day),
          person,
        }),
        to: null,
      })),
    ],
  }
}
