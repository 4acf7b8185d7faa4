import type { ReactNode } from 'react'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { customerPath } from '#domain/visits/customer-page.ts'
import { CustomerLink } from '../entity/customer-link.tsx'
import { hasOwnScreen } from '../entity/own-screens.ts'
import { Moment } from '../ui/moment.tsx'
import type { ListColumn } from './list-columns.ts'

interface ListCellProps {
  entity: Entity
  record: StoredRecord
  column: ListColumn
  /** What the code in the cell stands for. */
  title: string | undefined
}

export function textIn({ field, name }: ListColumn, record: StoredRecord): string {
  const value = record[name] ?? null
  return field ? field.show(value) : String(value ?? '')
}

export function ListCell({ entity, record, column, title }: ListCellProps): ReactNode {
  const text = textIn(column, record)
  if (text === '') return null
  if (column.as === 'instant') return <Moment at={String(record[column.name])} />
  const customer = customerIn(entity, column)
  const shown = customer ? <CustomerLink code={String(record[customer])} name={text} /> : text
  return title ? (
    <span>
      {shown} <span className="cell-title">{title}</span>
    </span>
  ) : (
    shown
  )
}

/** The field with the code of the customer whom a cell is about, when it names one. */
function customerIn({ name, fields }: Entity, column: ListColumn): string | undefined {
  if (name === 'customer') return column.name === 'Customer_Name' ? 'Customer_Code' : undefined
  const reference = fields[column.name]?.reference
  const isCode = reference?.entity === 'customer' && reference.field === 'Customer_Code'
  return isCode ? column.name : undefined
}

/** What the link to a record says where its first cell is empty. */
export const wordsForLink = (entity: Entity, record: StoredRecord, column: ListColumn): string =>
  column.as === 'instant' ? nameRecord(entity, record) : textIn(column, record) || nameRecord(entity, record)

export const recordPath = (entity: Entity, { id }: { id: string }): string => `/records/${entity.path}/${id}`

/** Where a row leads: to the record or, where it only says something of a customer, to that customer. */
export function rowPath(entity: Entity, record: StoredRecord): string {
  const isOfCustomer = hasOwnScreen(entity) && entity.key.includes('Customer_Code')
  return isOfCustomer ? customerPath(String(record['Customer_Code'])) : recordPath(entity, record)
}
