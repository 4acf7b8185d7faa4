import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { fetchOptions, type Options } from '../api/options.ts'

/** Employee options by number or name. */
export const findEmployees = (q: string): Promise<Options> =>
  fetchOptions({ entity: labelsOf('employee'), of: 'employeeNumber', with: [], constraints: {}, q })
