// One file with what needs a request of its own, below everything else.
export { DocumentsPart } from './documents/documents-part.tsx'
export { PersonalDataPart } from './personal-data-part.tsx'
export { RecordComments } from './record-comments.tsx'
export { RecordDuplicates } from './record-duplicates.tsx'
export { RecordHistory } from './history/record-history.tsx'
export { RecordUsedBy } from './record-used-by.tsx'
