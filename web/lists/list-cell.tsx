import type { ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { localNameField } from '#domain/catalogue/names/local-name.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { hasOwnScreen } from '../masters/own-screens.ts'
import { recordPath } from '../masters/record-path.ts'
import { shownValue } from '../masters/shown-value.ts'
import { NamedCodes } from '../ui/named-codes.tsx'
import { Moment } from '../ui/moment.tsx'
import type { ListColumn } from './list-columns.ts'

interface ListCellProps {
  entity: Entity
  record: StoredRecord
  column: ListColumn
  /** Code → name. */
  names: Readonly<Record<string, string>> | undefined
}

export function textIn({ field, name, isName }: ListColumn, record: StoredRecord): string {
  const value = record[name] ?? null
  const text = field ? shownValue(field, value) : String(value ?? '')
  return isName ? shownName(text, record[localNameField]) : text
}

export function ListCell({ entity, record, column, names }: ListCellProps): ReactNode {
  const text = textIn(column, record)
  if (text === '') return null
  if (column.as === 'instant') return <Moment at={String(record[column.name])} />
  const customer = customerIn(entity, column)
  const link = customer && <CustomerLink code={String(record[customer])} name={text} />
  if (!names) return link ?? text
  return (
    <NamedCodes value={record[column.name]} names={names}>
      {link}
    </NamedCodes>
  )
}

/** The field with the customer code, when the cell names a customer. */
function customerIn({ name, fields }: Entity, column: ListColumn): string | undefined {
  if (name === 'customer') return column.name === 'Customer_Name' ? 'Customer_Code' : undefined
  const reference = fields[column.name]?.reference
  const isCode = reference?.entity === 'customer' && reference.field === 'Customer_Code'
  return isCode ? column.name : undefined
}

/** The text of the link to a record, also when its first cell is empty. */
export const linkText = (entity: Entity, record: StoredRecord, column: ListColumn): string =>
  column.as === 'instant' ? nameRecord(entity, record) : textIn(column, record) || nameRecord(entity, record)

/** The link of a row: the record or, for entities that describe a customer, the customer. */
export function rowPath(entity: Entity, record: StoredRecord): string {
  if (entity.name === 'customer') return customerPath(String(record['Customer_Code']), 'data')
  const isOfCustomer = hasOwnScreen(entity) && entity.key.includes('Customer_Code')
  if (!isOfCustomer) return recordPath(entity, record.id)
  return customerPath(String(record['Customer_Code']), entity.name === 'balance' ? 'money' : undefined)
}
