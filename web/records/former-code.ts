import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { showPlain } from '#domain/catalogue/field.ts'

export const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Whether the requested code or id is one that the record had before it was renamed or merged: the server warns about such a
 * code, and knows which spellings of a code are the same.
 */
export const isFormer = (requested: string, record: StoredRecord): boolean =>
  idPattern.test(requested) ? requested.toLowerCase() !== record.id : 'warnings' in record

/** The code of a record that has a key of one field. */
export const codeOf = ({ key }: Entity, record: StoredRecord): string =>
  key.length === 1 ? showPlain(record[key[0]!] ?? null) : record.id
