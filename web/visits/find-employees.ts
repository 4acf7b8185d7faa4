import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { fetchOptions, type Options } from '../api/options.ts'

/** Employee options by number or name. */
export const findEmployees = (q: string): Promise<Options> =>
  fetchOptions({ entity: entityNamed('employee'), of: 'employeeNumber', with: [], constraints: {}, q })
