import * as z from 'zod/mini'
import { maxFixedAtOnce, maxReason } from '../data-quality/limits.ts'
import { dryRunMembers, isDryRunMember } from './dry-run.ts'
import { endpoint, type AnswerOf, type BodyOf } from './endpoint.ts'
import { afterParameter, pageOf } from './parameters.ts'
import { count, dateTime, described, fieldsOf, parameters, requiredText, text } from './values.ts'
import { t } from '../messages/t.ts'

const tag = 'Data quality'
const path = '/api/v1/data-quality'

const namedRecord = { entity: text, id: text, name: text }

const overview = z.strictObject({
  lookedAt: z.nullable(dateTime),
  isLooking: z.boolean(),
  items: z.array(
    z.strictObject({
      rule: text,
      found: described(z.nullable(count), 'Null: not checked yet'),
      excepted: described(count, 'How many findings were marked as correct'),
      before: described(z.nullable(count), 'The count a week ago, or the first one recorded since then'),
    }),
  ),
})

const finding = z.strictObject({
  ...namedRecord,
  words: described(text, 'What is wrong with this record'),
  field: described(z.nullable(text), 'The field to fix'),
  label: described(z.nullable(text), 'The label of that field'),
  fix: described(
    z.nullable(
      z.strictObject({
        words: described(text, 'The label of the fix'),
        isRemoval: z.exactOptional(z.literal(true)),
        asks: described(
          z.exactOptional(z.strictObject({ label: text, hint: text })),
          'It needs a value from the user',
        ),
      }),
    ),
    'The fix that can be applied with one click',
  ),
  link: described(z.nullable(z.strictObject({ to: text, words: text })), 'The screen to fix it on'),
  other: z.nullable(z.strictObject(namedRecord)),
})

const excepted = z.strictObject({ ...namedRecord, reason: text, by: text, at: dateTime })

const query = parameters({
  after: afterParameter(() => t('after should be the value of next from the previous page')),
})
const id = described(
  z.uuidv7({ error: () => t('id should be the id of the record') }).check(z.toLowerCase()),
  'The record',
)

export const readDataQuality = endpoint('GET', path, {
  may: ['read', 'dataHealth'],
  tag,
  summary: 'The rules, and the number of findings of each',
  answer: overview,
  answered: 'The results of the last check',
})

export const runChecks = endpoint('POST', `${path}/check`, {
  may: ['update', 'dataHealth'],
  tag,
  summary: 'Check again; a long check continues after the response',
  answer: overview,
  answered: 'The results of the last check',
})

export const listFindings = endpoint('GET', `${path}/:rule`, {
  may: ['read', 'dataHealth'],
  tag,
  summary: 'The findings of a rule, page by page, with the daily counts',
  query,
  answer: z.extend(pageOf(finding), {
    found: z.nullable(count),
    trend: described(
      z.array(z.strictObject({ day: text, found: count })),
      'One count per day, the oldest first',
    ),
  }),
  answered: 'The findings that are still valid',
  problems: [404, 422],
})

export const fixFinding = endpoint('POST', `${path}/:rule/fix`, {
  may: ['update', 'dataHealth'],
  tag,
  summary: 'Apply the fix of a finding',
  body: fieldsOf('the request', {
    id,
    value: described(
      z._default(z.string({ error: () => t('value should be text') }).check(z.trim()), ''),
      'The value, for a fix that asks for one',
    ),
  }),
  answer: z.strictObject({ words: text }),
  answered: 'What was done',
  problems: [404, 409, 422],
})

export const fixAll = endpoint('POST', `${path}/:rule/fix-all`, {
  may: ['update', 'dataHealth'],
  tag,
  summary: `Apply the fixes of a rule that need no decision, of up to ${maxFixedAtOnce} findings, as one batch`,
  body: fieldsOf('the request', { dryRun: dryRunMembers.dryRun }),
  answer: z.strictObject({
    ...isDryRunMember,
    batchId: described(z.nullable(text), 'The batch, which can be undone in one step'),
    fixed: count,
    left: described(z.array(text), 'Records that could not be changed, with the reason'),
    sample: z.array(z.strictObject({ id: text, name: text, words: text, fix: text })),
  }),
  answered: 'What was changed, or would be',
  problems: [404, 409],
})

export const listExceptions = endpoint('GET', `${path}/:rule/exceptions`, {
  may: ['read', 'dataHealth'],
  tag,
  summary: 'The exceptions of a rule, with their reasons',
  query,
  answer: pageOf(excepted),
  answered: 'A page',
  problems: [404, 422],
})

export const addException = endpoint('POST', `${path}/:rule/exceptions`, {
  may: ['update', 'dataHealth'],
  tag,
  summary: 'Add an exception for a finding, with a reason',
  body: fieldsOf('the request', {
    id,
    reason: described(
      requiredText('Reason').check(
        z.maxLength(maxReason, {
          error: () =>
            t('{label} should not exceed {max} characters', { label: t('Reason'), max: maxReason }),
        }),
      ),
      'The reason',
    ),
  }),
  answered: 'The record is no longer a finding',
  problems: [404, 422],
})

export const removeException = endpoint('DELETE', `${path}/:rule/exceptions/:id`, {
  may: ['update', 'dataHealth'],
  tag,
  summary: 'Remove an exception',
  answered: 'The record is a finding again if it still looks wrong',
  problems: [404],
})

export type DataQuality = AnswerOf<typeof readDataQuality>
export type RuleCount = DataQuality['items'][number]
export type Findings = AnswerOf<typeof listFindings>
export type Finding = Findings['items'][number]
export type NamedRecord = NonNullable<Finding['other']>
export type ExceptedFindings = AnswerOf<typeof listExceptions>
export type ExceptedFinding = ExceptedFindings['items'][number]
export type FindingFix = BodyOf<typeof fixFinding>
export type FixAllReport = AnswerOf<typeof fixAll>
export type NewException = BodyOf<typeof addException>
