import type { Entity } from '#domain/catalogue/entity.ts'
import { givenCodeFieldOf } from '#domain/catalogue/reading/given-codes.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import { listField, testsOf } from '#domain/lists/field-test.ts'
import { maxQuickTotal } from '#domain/lists/names.ts'
import { filterParameters, sortParameter } from '#domain/lists/list-parameters.ts'
import { relativeDays } from '#domain/lists/relative-days.ts'
import type { RouteDescription } from '../core/route-policy.ts'

/** The OpenAPI descriptions of the routes that every entity has. */

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` })
const record = (entity: Entity): object => ref(entity.name)
const input = (entity: Entity): object => ref(`${entity.name}Input`)

const fieldsOf = (entity: Entity): QueryParameter[] =>
  [...Object.keys(entity.fields), 'createdAt', 'updatedAt'].map((name) => ({
    name,
    description: describeTests(entity, name),
  }))

type QueryParameter = NonNullable<RouteDescription['query']>[number]

function describeTests(entity: Entity, name: string): string {
  const field = listField(entity, name)!
  const isDay = field.typedIn.as === 'date' || field.typedIn.as === 'instant'
  const otherTests = testsOf(field).filter((test) => test !== 'is')
  const tests = otherTests.map((test) => `${name}.${test}`).join(', ')
  const days = isDay ? `; a day may be ${relativeDays.join(', ')}, with an offset in days: today-7` : ''
  return `Only records with this ${name}; repeat for any of several values, leave blank for empty; also ${tests}${days}`
}

const namesByCode = {
  type: 'object',
  description: 'Field → code → name',
  additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
}

export const list = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `List ${entity.plural.toLowerCase()}`,
  query: [
    sortParameter(entity),
    {
      name: 'limit',
      description: 'Page size',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
    { name: 'after', description: 'The "next" value of the previous page' },
    {
      name: 'total',
      description: `true: also count all matching records; quick: count up to ${maxQuickTotal}, where that is quick`,
      schema: { type: 'string', enum: ['true', 'false', 'quick'], default: 'false' },
    },
    {
      name: 'names',
      description: 'true: also return the names of the referenced records that the account may read',
      schema: { type: 'boolean', default: false },
    },
    ...filterParameters(entity),
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
        totalIsMinimum: { type: 'boolean', description: 'There are more than total' },
        names: namesByCode,
      },
    },
  },
  problems: [422],
})

export const options = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Distinct values of a field of ${entity.plural.toLowerCase()} to choose from`,
  query: [
    { name: 'of', description: `The field; default ${entity.key.at(-1) ?? entity.sortedBy}` },
    {
      name: 'q',
      description: 'Words or parts of words, which must all match; values that start with them come first',
    },
    { name: 'with', description: 'Another field to return with each value; may be repeated' },
    {
      name: 'limit',
      description: 'Page size',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    },
    ...levelsAbove(entity).map(({ entity: { name, singular } }) => ({
      name: `under.${name}`,
      description: `Only values that belong to the ${singular.toLowerCase()} with this code`,
    })),
  ],
  answer: {
    status: 200,
    description: 'The values; facts has one entry per record with the value',
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

const hasGstin = ({ fields }: Entity): boolean =>
  Object.values(fields).some(({ typedIn }) => typedIn.advice === 'gstin')

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

const stored = (entity: Entity): Pick<NonNullable<RouteDescription['answer']>, 'description' | 'schema'> =>
  hasGenerated(entity) || hasGstin(entity)
    ? {
        description:
          'The stored record; warnings list a sent code that was ignored, because the server generates it, and what is wrong with a GSTIN',
        schema: { allOf: [record(entity), warnings] },
      }
    : { description: 'The stored record', schema: record(entity) }

export const create = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Create a ${entity.singular.toLowerCase()}; safe to retry with an Idempotency-Key`,
  ...(givenCodeFieldOf(entity) && {
    query: [
      {
        name: 'keepCodes',
        description: `true: keep the ${givenCodeFieldOf(entity)} that was sent; the series continues above it`,
        schema: { type: 'boolean', default: false },
      },
    ],
  }),
  body: input(entity),
  answer: { status: 201, ...stored(entity) },
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
  answer: { status: 200, ...stored(entity) },
  problems: [404, 409, 422],
})

export const remove = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Move a ${entity.singular.toLowerCase()} to the bin; refused while other records refer to it`,
  answer: { status: 204, description: 'Deleted' },
  problems: [404, 409],
})

export const restore = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Restore a ${entity.singular.toLowerCase()} from the bin, by its id`,
  answer: { status: 200, description: 'The restored record', schema: record(entity) },
  problems: [404, 409, 422],
})

export const history = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `Who changed a ${entity.singular.toLowerCase()}, when, and what`,
  answer: { status: 200, description: 'The changes, newest first' },
  problems: [404],
})

export const names = (entity: Entity): RouteDescription => ({
  tag: entity.plural,
  summary: `The names of the records that a ${entity.singular.toLowerCase()} refers to, as far as the account may read them`,
  answer: { status: 200, description: 'The names', schema: namesByCode },
  problems: [404],
})
