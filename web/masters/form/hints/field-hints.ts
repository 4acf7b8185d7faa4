export { Advice } from './advice.tsx'
export { DuplicateHint } from './duplicate-hint.tsx'
export { ExistingRecord } from './existing-record.tsx'
