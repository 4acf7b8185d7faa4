export { BulkActions } from '../bulk/bulk-actions.tsx'
export { PrintView } from '../dialogs/print-view.tsx'
export { ListMenus } from './list-menus.tsx'
export { NewRecordLink } from './new-record-link.tsx'
