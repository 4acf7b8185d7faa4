/**
 * Entities with their own screens: visits in the planner, balances in the upload, assignments in the hand-over, plans among the work plans. They have a
 * list, but no general form, bulk edit or merge.
 */
const entitiesWithOwnScreen = ['visit', 'balance', 'assignment', 'workPlan', 'workPlanStop']

export const hasOwnScreen = ({ name }: { name: string }): boolean => entitiesWithOwnScreen.includes(name)
