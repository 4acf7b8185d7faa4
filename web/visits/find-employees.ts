import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { fetchOptions, type OptionQuery, type Options } from '../api/options.ts'

export const employeeQuery = (): OptionQuery => ({
  entity: labelsOf('employee'),
  of: 'employeeNumber',
  with: [],
  constraints: {},
})

/** Employee options by number or name. */
export const findEmployees = (q: string): Promise<Options> => fetchOptions({ ...employeeQuery(), q })
