import { bytes, integer, text } from '../schema/table.ts'
import { appendOnly, table } from './system-table.ts'

/** The tables that protect the audit. */
export const auditTables = [
  // A hash of each entry of the history and of the audit events, in blocks that are chained by their hashes.
  appendOnly(
    table(
      'audit_seal',
      ['number'],
      [
        integer('number', { min: 1 }),
        text('sealed_at'),
        // Entries up to and including this block.
        integer('total', { min: 0 }),
        text('first_id', { exactLength: 36 }),
        text('last_id', { exactLength: 36 }),
        bytes('entries'),
        text('hash', { exactLength: 64 }),
      ],
      [['last_id']],
    ),
  ),
  // Entries whose personal values were erased: the hash of their content since then, and the audit event that says why.
  appendOnly(
    table(
      'erased_entry',
      ['erasure_id', 'entry_id'],
      [
        text('erasure_id', { exactLength: 36 }),
        text('entry_id', { exactLength: 36 }),
        text('hash', { exactLength: 64 }),
      ],
      [['entry_id']],
    ),
  ),
]
