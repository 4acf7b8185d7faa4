import type { Entity } from '#domain/catalogue/entity.ts'
import type { Cell } from '#domain/catalogue/field.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { Filter } from '../store/conditions.ts'
import type { ListQuery } from '../store/record-list.ts'

export type QueryText = Record<string, string | string[] | undefined>

const mostPerPage = 200
const mostValues = 200
const mostWords = 8
const reserved = ['q', 'sort', 'limit', 'after', 'total']
const moments = ['createdAt', 'updatedAt']

/** `?q=patel&City_Code=AHM&Last_Visited.from=2026-01-01&sort=-Customer_Name&limit=50&after=…&total=true` */
export function readListQuery(entity: Entity, query: QueryText): ListQuery {
  const problems: FieldProblem[] = []
  const one = (name: string): string | undefined => {
    const value = query[name]
    if (Array.isArray(value)) problems.push({ field: name, message: `${name} should be given once` })
    return Array.isArray(value) ? undefined : value
  }
  const sort = readSort(entity, one('sort'), problems)
  const limit = readLimit(one('limit'), problems)
  const total = one('total')
  if (total !== undefined && total !== 'true' && total !== 'false') {
    problems.push({ field: 'total', message: 'total should be true or false' })
  }
  const filters = Object.entries(query)
    .filter(([name]) => !reserved.includes(name))
    .flatMap(([name, value]) => readFilter(entity, name, [value ?? ''].flat(), problems))
  const search = readSearch(one('q'), problems)
  const after = one('after')
  if (problems.length > 0) throw invalid(problems)
  return { filters, sort, limit, total: total === 'true', ...(search && { search }), ...(after && { after }) }
}

function readSort(entity: Entity, text: string | undefined, problems: FieldProblem[]): ListQuery['sort'] {
  const descending = text?.startsWith('-') ?? false
  const field = text?.replace(/^[-+ ]/, '') || entity.sortedBy
  if (!entity.fields[field] && !moments.includes(field)) {
    problems.push({ field: 'sort', message: `${entity.plural} cannot be sorted by ${field}` })
  }
  return { field, descending }
}

export function readSearch(text: string | undefined, problems: FieldProblem[]): string | undefined {
  if (text && (text.length > 200 || text.trim().split(/\s+/).length > mostWords)) {
    problems.push({ field: 'q', message: `q should not exceed 200 characters and ${mostWords} words` })
  }
  return text
}

export function readLimit(text: string | undefined, problems: FieldProblem[]): number {
  const limit = Number(text ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostPerPage) {
    problems.push({ field: 'limit', message: `limit should be a whole number from 1 to ${mostPerPage}` })
  }
  return limit
}

export function readFilter(
  entity: Entity,
  name: string,
  values: string[],
  problems: FieldProblem[],
): Filter[] {
  const [, fieldName = '', test = 'is'] = /^(.+?)(?:\.(from|to))?$/.exec(name) ?? []
  const field = entity.fields[fieldName]
  if (!field) {
    problems.push({ field: name, message: `${entity.plural} cannot be filtered by ${name}` })
    return []
  }
  if (values.length > mostValues) {
    problems.push({ field: name, message: `${name} should not be given more than ${mostValues} times` })
    return []
  }
  if (test !== 'is' && (values.length !== 1 || values[0]!.trim() === '')) {
    problems.push({ field: name, message: `${name} should be given once, with a value` })
    return []
  }
  const cells = values.map((value): Cell => {
    if (value.trim() === '') return null
    if (field.presence === 'generated' || field.reference) return value.trim()
    const reading = field.read(value)
    if ('value' in reading) return field.toCell(reading.value)
    problems.push({ field: name, message: reading.problem })
    return null
  })
  return [{ field: fieldName, test: test as Filter['test'], values: cells }]
}
