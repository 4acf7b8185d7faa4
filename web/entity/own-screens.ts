/**
 * Records whose rules live on screens of their own: visits on the planner, balances in the upload, assignments in the
 * hand-over. They have a list, and no general form, bulk edit or merge.
 */
const ofOwnScreens = ['visit', 'balance', 'assignment']

export const hasOwnScreen = ({ name }: { name: string }): boolean => ofOwnScreens.includes(name)
