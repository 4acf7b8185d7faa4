import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { dateTime, described, text } from '../values.ts'
import { dateTimeOrNull } from './visit-values.ts'

const tag = 'Accounts'
const path = '/api/auth/calendar-feed'

export const readFeed = endpoint('GET', path, {
  may: ['read', 'ownProfile'],
  tag,
  summary: 'When the calendar feed of the account was created; null: there is none',
  answer: z.strictObject({
    createdAt: dateTimeOrNull,
    hasPassword: described(z.boolean(), 'false: it was created before calendars had passwords'),
  }),
  answered: 'The secret address and the password are shown only once',
})

export const createFeed = endpoint('POST', path, {
  may: ['update', 'ownProfile'],
  tag,
  summary: 'Create a password and a secret address for the account’s calendar; previous ones stop working',
  answer: z.strictObject({
    createdAt: dateTime,
    withPassword: described(
      z.strictObject({ address: text, name: text, password: text }),
      'For calendar apps that send a user name and a password: all details',
    ),
    address: described(text, 'A secret address, for calendar apps that send no password'),
    addressTells: z.enum(['codes', 'everything']),
  }),
  status: 201,
  answered: 'Both, shown only once',
})

export const switchFeedOff = endpoint('DELETE', path, {
  may: ['delete', 'ownProfile'],
  tag,
  summary: 'Switch off the calendar feed of the account',
})

export const readFeedByPassword = endpoint('GET', '/api/calendar.ics', {
  may: ['read', 'calendarFeed'],
  tag: 'Visits',
  summary:
    'The visits of the account as an iCalendar (RFC 5545), with a user name and calendar password in the header',
  proof: 'calendarPassword',
  status: 200,
  answered: 'text/calendar',
  problems: [401],
})

export const readFeedByAddress = endpoint('GET', '/api/calendar/:file', {
  may: ['read', 'calendarFeed'],
  tag: 'Visits',
  summary: 'The times and customer codes of a user’s visits as an iCalendar; the secret is in the address',
  isPathSecret: true,
  status: 200,
  answered: 'text/calendar',
  problems: [404],
})

export type FeedState = AnswerOf<typeof readFeed>
export type CreatedFeed = AnswerOf<typeof createFeed>
