import { bytes, integer, text } from '../schema/table.ts'
import { nullable, table } from './system-table.ts'

/**
 * Documents of records, by the id of the record, which a rename and the bin do not change. They are in the database for the same
 * reasons as photos. Deleted ones are kept for a while, to be restored.
 */
export const documentTable = table(
  'document',
  ['id'],
  [
    text('id'),
    text('entity'),
    text('record_id'),
    text('name', { maxLength: 400 }),
    text('media_type'),
    integer('size'),
    text('hash'),
    bytes('content'),
    text('account_id', nullable),
    text('by_name'),
    text('at'),
    text('deleted_at', nullable),
  ],
  [['entity', 'record_id', 'id'], ['deleted_at']],
)
