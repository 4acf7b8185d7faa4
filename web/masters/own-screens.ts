/**
 * Entities with their own screens: visits in the planner, balances in the upload, assignments in the hand-over. They have a
 * list, but no general form, bulk edit or merge.
 */
const entitiesWithOwnScreen = ['visit', 'balance', 'assignment']

export const hasOwnScreen = ({ name }: { name: string }): boolean => entitiesWithOwnScreen.includes(name)
