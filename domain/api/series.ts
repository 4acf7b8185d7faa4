import * as z from 'zod/mini'
import { maxPrefix, maxStart, maxWidth, validateSeries } from '../series.ts'
import { endpoint, type AnswerOf, type BodyOf } from './endpoint.ts'
import { checkedBy, count, described, fieldsOf, itemsOf, text, wholeNumber } from './values.ts'
import { t } from '../messages/t.ts'

const tag = 'Generated codes'

/** A number series, as the administrator sees it. */
const series = z.strictObject({
  entity: text,
  of: described(text, 'The name of the entity, such as Crop'),
  label: described(text, 'The label of the code, such as Crop Code'),
  prefix: text,
  width: count,
  last: described(count, 'The last number used'),
})

export const listSeries = endpoint('GET', '/api/v1/series', {
  may: ['read', 'series'],
  tag,
  summary: 'The formats of generated codes, and the last number of each',
  answer: itemsOf(series),
  answered: 'The series',
})

const prefix = z.string({ error: () => t('Prefix should be text') }).check(z.trim())
const start = z._default(z.nullable(wholeNumber('Start', 1, maxStart)), null)

export const changeSeries = endpoint('PUT', '/api/v1/series/:entity', {
  may: ['update', 'series'],
  tag,
  summary: 'Change the format of the next codes; existing codes stay as they are',
  body: fieldsOf('the code format', {
    prefix: described(prefix, `Up to ${maxPrefix} letters, digits, - and /; must not end with a digit`),
    width: described(wholeNumber('Digits', 1, maxWidth), 'The minimum number of digits'),
    start: described(start, 'The next number; null to continue after the last one'),
  }).check(checkedBy(validateSeries)),
  answer: series,
  answered: 'The changed series',
  problems: [404, 422],
})

export type SeriesView = AnswerOf<typeof changeSeries>
export type SeriesChange = BodyOf<typeof changeSeries>
