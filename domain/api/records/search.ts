import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { searchParameter } from '../parameters.ts'
import { count, described, parameters, text } from '../values.ts'

/** A record found by the search over all masters. */
const result = z.strictObject({
  entity: text,
  path: described(text, 'The path of its entity under /api/v1 and /records'),
  id: text,
  code: described(text, 'Its key, such as PUN'),
  name: described(z.nullable(text), 'Its name, when the entity has one besides the code'),
  rank: described(count, '0: code equals; 1: code starts with; 2: name starts with; 3: contains'),
})

export const searchEverywhere = endpoint('GET', '/api/v1/search', {
  may: ['read', 'search'],
  tag: 'Records',
  summary:
    'The best matching records of all readable masters: at most 5 of each, 30 in total; and the visits with a reference',
  query: parameters({
    q: described(
      searchParameter,
      'A code, the beginning of one, parts of a name, or the reference of a visit',
    ),
  }),
  answer: z.strictObject({
    items: z.array(result),
    isCut: described(z.boolean(), 'Some masters were not searched because of the time limit'),
  }),
  answered: 'Results, the best first',
  problems: [422],
})

export type SearchResults = AnswerOf<typeof searchEverywhere>
export type SearchResult = SearchResults['items'][number]
