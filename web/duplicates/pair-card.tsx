import type { ReactNode } from 'react'
import type { DuplicatePair, DuplicatePairs } from '#domain/api/records/duplicate-pairs.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { describeReason } from '#domain/duplicates/pairs/pair-reasons.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { RichText } from '../messages/rich-text.tsx'
import '../ui/badges.css'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Link } from '../ui/link.tsx'
import { Moment } from '../ui/moment.tsx'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

type Customer = DuplicatePair['one']

interface PairRow {
  label: string
  one: string
  other: string
}

interface PairCardProps {
  pair: DuplicatePair
  names: DuplicatePairs['names']
  /** The buttons. */
  children: ReactNode
}

/** Two customers side by side, why they may be the same, and what to do with them. */
export function PairCard({ pair, names, children }: PairCardProps): ReactNode {
  const { one, other, reasons, keep, markedBy, markedAt } = pair
  const heading = t('{one} and {other}', { one: customerName(one), other: customerName(other) })
  const columnOf = (side: 'one' | 'other', customer: Customer): Column<PairRow> => ({
    label: `${customerName(customer)} (${customer.Customer_Code})`,
    heading: (
      <span className="pair-customer">
        <Link to={customerPath(customer.Customer_Code)}>{customerName(customer)}</Link>
        <span className="pair-code">
          {customer.Customer_Code}
          {keep === customer.id && !markedAt && <span className="badge">{t('kept by default')}</span>}
        </span>
      </span>
    ),
    cell: (row) => {
      if (row[side] === '') return <span className="pair-none">{t('none')}</span>
      return row.one === row.other ? <strong>{row[side]}</strong> : row[side]
    },
  })
  return (
    <article
      className="pair"
      // A focus by script only: j and k move it.
      tabIndex={-1}
      aria-label={heading}
    >
      <p className="pair-reasons">
        {reasons.length > 0 ? reasons.map(describeReason).join(', ') : t('no longer similar')}
      </p>
      <DataTable
        caption={heading}
        className="pair-table"
        look="plain"
        columns={[
          {
            label: t('Field'),
            kind: 'name',
            heading: <span className="for-readers">{t('Field')}</span>,
            cell: ({ label }) => label,
          },
          columnOf('one', one),
          columnOf('other', other),
        ]}
        rows={rowsOf(pair, names)}
        keyOf={({ label }) => label}
      />
      <div className="pair-actions">
        {children}
        {markedBy !== null && markedAt !== null && (
          <span className="pair-marked">
            <RichText
              message="Marked by {by}, <time></time>"
              values={{ by: markedBy }}
              tags={{ time: () => <Moment at={markedAt} /> }}
            />
          </span>
        )}
      </div>
    </article>
  )
}

function rowsOf({ one, other, uses }: DuplicatePair, names: DuplicatePairs['names']): PairRow[] {
  const row = (label: string, textOf: (customer: Customer) => string | null): PairRow => ({
    label,
    one: textOf(one) ?? '',
    other: textOf(other) ?? '',
  })
  const place = (field: 'City_Code' | 'Station_Code', customer: Customer): string => {
    const code = customer[field]
    const name = names[field]?.[code]
    return name ? `${name} (${code})` : code
  }
  // The fields by which a person decides.
  const rows = [
    row(t('Primary Contact'), (customer) => customer.Primary_Contact),
    row(t('Phone'), (customer) => customer.Customer_Phone),
    row(t('E-mail'), (customer) => customer.Customer_Email),
    row(t('PAN'), (customer) => customer.PAN),
    row(t('City'), (customer) => place('City_Code', customer)),
    row(t('Station'), (customer) => place('Station_Code', customer)),
    row(t('Street'), (customer) => customer.Street),
    row(t('Pin Code'), (customer) => customer.Pin_Code),
    row(t('Type'), (customer) => customer.Type && t(customer.Type)),
    row(t('Last Visited'), (customer) => customer.Last_Visited && formatDate(customer.Last_Visited)),
    row(t('Erp Code'), (customer) => customer.Erp_Code),
  ]
  return [
    ...rows.filter((each) => each.one !== '' || each.other !== ''),
    row(t('Used by'), ({ id }) => uses[id] ?? ''),
  ]
}
