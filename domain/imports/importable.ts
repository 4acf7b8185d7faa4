import { entityLabels } from '../catalogue/entity-labels.ts'

/** Entities edited on screens of their own, which handle them better than an import of rows. */
const excluded = [
  'visit',
  'contactMessage',
  'balance',
  'assignment',
  'customerPlace',
  'cityPlace',
  'workPlan',
  'workPlanStop',
]

/** The masters whose rows can be imported. */
export const importableMasters = entityLabels.filter(({ name }) => !excluded.includes(name))
