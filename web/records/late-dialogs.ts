// What the actions on a record open, in one file.
export { RetireDialog } from '../lists/bulk/retire-dialog.tsx'
export { MergeDialog } from '../rename-merge/merge-dialog.tsx'
export { RenameDialog } from '../rename-merge/rename-dialog.tsx'
export { ReplaceDialog } from './replace-dialog.tsx'
