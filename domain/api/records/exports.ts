import * as z from 'zod/mini'
import type { Entity } from '../../catalogue/entity.ts'
import { perEntity } from '../../catalogue/per-entity.ts'
import { listField } from '../../lists/field-test.ts'
import { filterParameters, sortParameter, type ListParameter } from '../../lists/list-parameters.ts'
import { canBeTotalled } from '../../lists/totals.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { textParameter } from '../parameters.ts'
import { count, described, text } from '../values.ts'
import { t } from '../../messages/t.ts'

/** A parameter of a list; the catalogue decides which there are, and the reader of lists reads them. */
const listParameter = z.union([text, z.array(text)])
const optionalParameter = z.optional(listParameter)

/** The filters of a list, with parameters of its own. */
function listQuery<S extends z.core.$ZodLooseShape>(own: S, descriptions: readonly ListParameter[]) {
  const filters: object = Object.fromEntries(
    descriptions.map(({ name, description }) => [name, described(optionalParameter, description)]),
  )
  return z.catchall(z.object({ ...own, ...filters }), listParameter)
}

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

const columns = described(
  z.optional(textParameter('columns')),
  'The fields in order: Customer_Code,City_Code; by default all except sensitive ones',
)

export const exportOf = perEntity((entity) =>
  endpoint('GET', `/api/v1/exports/${entity.path}.:format`, {
    may: ['export', entity.name],
    tag: entity.plural,
    summary: `All ${entity.plural.toLowerCase()} that match, as a csv or xlsx file. Fields filter as in the list`,
    query: listQuery({ columns }, [sortParameter(entity), ...filterParameters(entity)]),
    status: 200,
    answered: 'The file, with a row of labels first',
    problems: [404, 422],
  }),
)

const maxFields = 30

/** The names of fields that can be added up or ordered; the first wrong one is refused. */
const totalled = (entity: Entity) =>
  z.pipe(
    z.string({ error: () => t('of should be given once, with the fields separated by commas') }),
    z.transform((typed: string, { issues }): string[] => {
      const names = typed ? typed.split(',', maxFields + 1) : []
      const [message] =
        names.length > maxFields
          ? [t('of should not name more than {max} fields', { max: maxFields })]
          : names.flatMap((name) => problemOf(entity, name))
      if (message !== undefined) issues.push({ code: 'custom', message, input: typed })
      return [...new Set(names)]
    }),
  )

function problemOf(entity: Entity, name: string): string[] {
  const field = listField(entity, name)
  if (!field) return [t('{entities} have no field {field}', { entities: t(entity.plural), field: name })]
  return canBeTotalled(field) ? [] : [t('{label} is neither a number nor a date', { label: t(field.label) })]
}

const number = z.nullable(z.number())
const value = z.nullable(z.union([z.number(), text]))

const totals = z.strictObject({
  count,
  totals: z.record(
    text,
    z.strictObject({
      sum: z.exactOptional(z.number()),
      average: z.exactOptional(number),
      least: value,
      most: value,
    }),
  ),
})

export const totalsOf = perEntity((entity) =>
  endpoint('GET', `/api/v1/totals/${entity.path}`, {
    may: ['read', entity.name],
    tag: entity.plural,
    summary: `How many ${entity.plural.toLowerCase()} match, and totals of their fields. Fields filter as in the list`,
    query: listQuery(
      {
        of: described(
          z.optional(totalled(entity)),
          'Fields with numbers, amounts, dates or times: Visit_In_Days,Last_Visited',
        ),
      },
      filterParameters(entity),
    ),
    answer: totals,
    answered: 'The exact count; for dates and times the first and the last',
    problems: [422],
  }),
)

export type ExportQuery = QueryOf<ReturnType<typeof exportOf>>
export type TotalsQuery = QueryOf<ReturnType<typeof totalsOf>>
export type ListTotals = AnswerOf<ReturnType<typeof totalsOf>>
export type FieldTotals = ListTotals['totals'][string]
