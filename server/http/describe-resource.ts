import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import { everythingAbove } from '#domain/lists/below.ts'
import { listField, testsOf } from '#domain/lists/field-test.ts'
import { relativeDays } from '#domain/lists/relative-days.ts'
import type { RouteDescription } from './route-policy.ts'

/** What the description of the API says about the routes every entity has. */

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const record = (entity: Entity): object => ref(entity.name)
const input = (entity: Entity): object => ref(`${entity.name}Input`)

export const sort = (entity: Entity): Asked => ({
  name: 'sort',
  description: `Up to three fields to sort by, with - before it for descending: City_Code,-Customer_Name; ${entity.sortedBy} unless given`,
})

/** Which records: what lists, totals and exports take alike, beside the fields themselves. */
export const matching = (entity: Entity): Asked[] => [
  { name: 'q', description: 'Words, or parts of words, that all must occur' },
  {
    name: 'where',
    description:
      'Tests joined by all and any, as JSON: {"all":[{"field":"…","test":"is","values":["…"]},{"any":[…]}]}; test is is, not, from, to, has or begins; at most 3 deep, 30 tests, 4000 characters and 40 texts for has and begins in all',
  },
  ...belowOf(entity),
]

const fieldsOf = (entity: Entity): Asked[] =>
  [...Object.keys(entity.fields), 'createdAt', 'updatedAt'].map((name) => ({
    name,
    description: wordsOfTests(entity, name),
  }))

type Asked = NonNullable<RouteDescription['query']>[number]

function belowOf(entity: Entity): Asked[] {
  const names = everythingAbove(entity).map((above) => above.entity.name)
  if (names.length === 0) return []
  const description = `Only what lies below this record at any depth, such as ${names[0]}:CODE (${names.join(', ')}); parts of a key are joined by /. Repeat it: any of the same master, each of different ones`
  return [{ name: 'below', description }]
}

function wordsOfTests(entity: Entity, name: string): string {
  const field = listField(entity, name)!
  const isDay = field.typedIn.as === 'date' || field.typedIn.as === 'instant'
  const further = testsOf(field).filter((test) => test !== 'is')
  const tests = further.map((test) => `${name}.${test}`).join(', ')
  const days = isDay ? `; a day may be ${relativeDays.join(', ')}, or so many days from it: today-7` : ''
  return `Only records with this ${name}; repeat it for any of several, leave it blank for none; also ${tests}${days}`
}

export const list = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `List ${entity.plural.toLowerCase()}`,
  query: [
    sort(entity),
    {
      name: 'limit',
      description: 'How many at most',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
    { name: 'after', description: 'The "next" of the page before' },
    {
      name: 'total',
      description: 'true: count all that match as well',
      schema: { type: 'boolean', default: false },
    },
    ...matching(entity),
    ...fieldsOf(entity),
  ],
  answer: {
    status: 200,
    description: 'A page',
    schema: {
      type: 'object',
      required: ['items', 'next'],
      properties: {
        items: { type: 'array', items: record(entity) },
        next: { type: ['string', 'null'] },
        total: { type: 'integer' },
      },
    },
  },
  problems: [422],
})

export const options = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `The values of a field of ${entity.plural.toLowerCase()} to choose from, without repeats`,
  query: [
    { name: 'of', description: `The field; ${entity.key.at(-1) ?? entity.sortedBy} unless given` },
    {
      name: 'q',
      description: 'Words, or parts of words, that all must occur; values that begin so come first',
    },
    { name: 'with', description: 'A further field to tell of each value; may be repeated' },
    {
      name: 'limit',
      description: 'How many at most',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
    ...levelsAbove(entity).map(({ entity: { name, singular } }) => ({
      name: `under.${name}`,
      description: `Only what belongs to the ${singular.toLowerCase()} with this code`,
    })),
  ],
  answer: {
    status: 200,
    description: 'The values; facts has one entry for each record with the value',
    schema: {
      type: 'object',
      required: ['items', 'more'],
      properties: {
        items: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              value: { type: 'string' },
              title: { type: ['string', 'null'] },
              facts: { type: 'array', items: { type: 'object' } },
            },
          },
        },
        more: { type: 'boolean' },
      },
    },
  },
  problems: [422],
})

export const read = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Read a ${entity.singular.toLowerCase()} by its id${entity.key.length === 1 ? ' or its code' : ''}`,
  answer: { status: 200, description: 'The record; its version is the ETag', schema: record(entity) },
  problems: [404],
})

const hasGenerated = ({ fields }: Entity): boolean =>
  Object.values(fields).some(({ presence }) => presence === 'generated')

const warnings = {
  type: 'object',
  properties: {
    warnings: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

export const create = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Create a ${entity.singular.toLowerCase()}; with an Idempotency-Key it can be sent again`,
  body: input(entity),
  answer: {
    status: 201,
    description: hasGenerated(entity)
      ? 'The stored record; warnings name a code that was sent and not taken, because the server generates it'
      : 'The stored record',
    schema: hasGenerated(entity) ? { allOf: [record(entity), warnings] } : record(entity),
  },
  problems: [409, 422],
})

export const update = (entity: Entity, fields: 'some' | 'all'): RouteDescription => ({
  tag: entity.plural,
  summary:
    fields === 'some'
      ? `Change some fields of a ${entity.singular.toLowerCase()}`
      : `Replace a ${entity.singular.toLowerCase()}`,
  body: {
    allOf: [
      fields === 'some' ? { type: 'object' } : input(entity),
      { type: 'object', properties: { version: { type: 'integer' } } },
    ],
  },
  answer: { status: 200, description: 'The stored record', schema: record(entity) },
  problems: [404, 409, 422],
})

export const remove = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Delete a ${entity.singular.toLowerCase()} to the bin; refused while something uses it`,
  answer: { status: 204, description: 'Deleted' },
  problems: [404, 409],
})

export const restore = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Take a ${entity.singular.toLowerCase()} back from the bin, by its id`,
  answer: { status: 200, description: 'The record, as it was', schema: record(entity) },
  problems: [404, 409, 422],
})

export const history = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Who changed a ${entity.singular.toLowerCase()}, when, and what`,
  answer: { status: 200, description: 'The newest change first' },
  problems: [404],
})
