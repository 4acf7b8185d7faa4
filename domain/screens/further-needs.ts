import type { Right, Screen } from './screen.ts'

const read = (...subjects: string[]): Right[] => subjects.map((subject) => ['read', subject])

const plans = read('visit', 'balance', 'assignment', 'employee')
const schedule = read('customer', 'employee', 'city', 'holiday')
const mappings = read('cropSoilSeasonMapping', 'crop', 'soil', 'season')

type FurtherNeeds = Pick<Screen, 'needs' | 'isForWholeFirm'>

/** What the server requires besides the first right; not in the declarations, which screens load that do not need it. */
export const furtherNeeds: Readonly<Record<string, FurtherNeeds>> = {
  '/get': { needs: plans },
  '/visitentry': { needs: plans },
  '/calendar': { needs: schedule },
  '/round': { needs: [...schedule, ...mappings, ...read('balance', 'customerPlace', 'cityPlace')] },
  '/work-plans': { needs: read('employee') },
  '/work-plans/:plan': {
    needs: [...schedule, ...read('visit', 'balance', 'assignment', 'customerPlace', 'cityPlace')],
  },
  '/receivables': { needs: read('customer', 'assignment', 'employee', 'city') },
  '/collections': { needs: read('customer', 'employee') },
  '/plan-results': { needs: read('customer', 'employee', 'city') },
  '/plan-results/:employee': { needs: read('customer', 'employee', 'city') },
  '/plan-approvals': { needs: read('employee', 'customer', 'city', 'workPlanStop') },
  '/visits': { needs: read('customer', 'employee') },
  '/arrivals': { needs: read('customer') },
  '/trees/territory': { needs: read('country') },
  '/trees/places': { needs: read('country') },
  '/admin/holidays': { needs: read('state') },
  '/admin/gaps': { needs: [...mappings, ...read('material', 'customer')] },
  '/admin/balances': { needs: [['update', 'balance'], ...read('customer')] },
  '/admin/handover': {
    needs: [['create', 'assignment'], ['delete', 'assignment'], ...read('customer', 'employee', 'visit')],
    isForWholeFirm: true,
  },
}
