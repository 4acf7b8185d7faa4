import * as z from 'zod/mini'
import { catalogue } from '../catalogue/catalogue.ts'
import { limits } from '../catalogue/kinds/text.ts'
import { readText } from '../catalogue/reading/read-text.ts'
import { guardedPages } from '../screens/pages.ts'
import { endpoint, type AnswerOf, type BodyOf } from './endpoint.ts'
import { described, fieldsOf, flag, itemsOf, parameters, readBy, readWith, text } from './values.ts'
import { t } from '../messages/t.ts'

const tag = 'Saved views'

/** A saved view: a name for the query string of a screen. */
const view = z.strictObject({
  id: text,
  screen: described(text, 'The path of the screen'),
  name: text,
  query: described(text, 'The query string of its address, without the question mark'),
  shared: described(z.boolean(), 'Whether all users see it'),
  isOwn: z.boolean(),
  by: described(z.nullable(text), 'The name of its author; null once the account is deleted'),
})

/** Whether it is the list screen of an entity. */
const isList = (path: string): boolean => catalogue.some((entity) => path === `/lists/${entity.path}`)

const screen = described(
  readWith(
    (path) => (guardedPages.includes(path) || isList(path) ? path : undefined),
    () => t('screen should be the path of a screen, such as /get'),
  ),
  'The path of a screen, such as /get',
)

const name = readBy((input) => {
  const reading = readText('Name', limits.name, input)
  return 'value' in reading && reading.value === ''
    ? { problem: t('{label} is required', { label: t('Name') }) }
    : reading
})

/** The page cursor and the record being edited are not part of a view. */
const transientParameters = ['after', 'from', 'edit']

// Not allowed in a link.
const controlCharacter = /%(?:[01][0-9A-F]|7F)/

/** Parsed and serialized again, so that it is always a valid query string. */
function readQueryString(typed: string): string | undefined {
  if (typed.length > limits.freeText) return undefined
  const search = new URLSearchParams(typed)
  for (const each of transientParameters) search.delete(each)
  const query = search.toString()
  return query.length > limits.freeText || controlCharacter.test(query) ? undefined : query
}

const query = readWith(readQueryString, () =>
  t('query should be the query string of an address, with at most {max} characters', {
    max: limits.freeText,
  }),
)

export const listViews = endpoint('GET', '/api/v1/saved-views', {
  may: ['read', 'savedView'],
  tag,
  summary: 'List your own views of a screen, then the shared views of other users',
  query: parameters({ screen }),
  answer: itemsOf(view),
  answered: 'The views',
  problems: [422],
})

export const saveView = endpoint('POST', '/api/v1/saved-views', {
  may: ['create', 'savedView'],
  tag,
  summary: 'Save a view; replaces your view of the same name',
  body: fieldsOf('a view', {
    screen,
    name,
    query: described(z._default(query, ''), 'The query string of its address, without the ?'),
    shared: described(z._default(flag('shared'), false), 'Whether all users see it'),
  }),
  answer: view,
  status: 201,
  answered: 'Created (200: a view of that name was replaced)',
  problems: [422],
})

export const removeView = endpoint('DELETE', '/api/v1/saved-views/:id', {
  may: ['delete', 'savedView'],
  tag,
  summary: 'Delete your own view; administrators may also delete shared views',
  answered: 'Deleted',
  problems: [404],
})

export type SavedViewEntry = AnswerOf<typeof saveView>
export type SavedViewInput = BodyOf<typeof saveView>
