/** What a click opens: the names of its files are in this file, not in that of the first view. */
export const loadCellEditor = async () => (await import('../inline/cell-editor.tsx')).CellEditor
export const loadListDialogs = async () => (await import('../dialogs/list-dialogs.tsx')).ListDialogs
export const loadListTotals = async () => (await import('../totals/list-totals.tsx')).ListTotals

export { BulkActions } from '../bulk/bulk-actions.tsx'
export { PrintView } from '../dialogs/print-view.tsx'
export { ListMenus } from './list-menus.tsx'
export { RetiredFilter } from './retired-filter.tsx'
export { NewRecordLink } from './new-record-link.tsx'
export { ListKeys } from '../list-keys.tsx'
export { EmptyList } from './empty-list.tsx'
export { ListFoot } from './list-foot.tsx'
