import type { ReactNode } from 'react'
import type { ReceivableTotals } from '#domain/api/money/receivables.ts'
import { shownName } from '#domain/catalogue/names/shown-name.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { formatRupees } from '#domain/money.ts'
import { territoryLevels } from '#domain/visits/dashboard.ts'
import { useListLinks } from '../masters/list/list-links.ts'
import { noOwner } from '../planner/planner-link.ts'
import { AgeingBar } from '../customers/ageing-bar.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Link } from '../ui/link.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { sumReceivables } from './receivables-api.ts'
import { t } from '#domain/messages/t.ts'

type Sums = Pick<ReceivableTotals, 'customers' | 'debtors' | 'receivable' | 'overdue'>
type Row = Sums & { key: string; name: ReactNode }

const columns = (label: string): readonly Column<Row>[] => [
  { label, kind: 'name', cell: ({ name }) => name },
  { label: t('Customers'), kind: 'number', cell: ({ customers }) => formatCount(customers) },
  { label: t('Overdue'), kind: 'number', cell: ({ overdue }) => formatRupees(overdue) },
  { label: t('Receivable'), kind: 'number', cell: ({ receivable }) => formatRupees(receivable) },
]

/** Totals of all pages, by owner and by territory; both add up to the same. */
export function ReceivableTotalsPart({ filters }: { filters: string }): ReactNode {
  const { data, error, reload } = useQuery([filters], (signal) => sumReceivables(filters, signal))
  const { changed } = useListLinks()
  if (error)
    return (
      <p>
        <LoadError error={error} onRetry={() => void reload()} />
      </p>
    )
  if (!data) return <Skeleton lines={6} />
  if (data.customers === 0) return null
  const { people, territories, level, oldestAsOf, newestAsOf } = data
  const { field, words } = territoryLevels.find((each) => each.level === level)!
  const owners = people.map(({ employee, ...sums }): Row => ({
    ...sums,
    key: employee?.employeeNumber ?? noOwner,
    name: (
      <Link to={changed({ employee: employee?.employeeNumber ?? noOwner })} preventScrollReset>
        {employee?.name ?? t('No owner')}
      </Link>
    ),
  }))
  const places = territories.map(({ code, name, localName, ...sums }): Row => ({
    ...sums,
    key: code,
    name: (
      <Link to={changed({ [field]: code })} preventScrollReset>
        {shownName(name, localName)}
      </Link>
    ),
  }))
  return (
    <>
      <p className="receivable-sum">
        {t(
          '{customers, plural, one {# customer} other {# customers}}, {overdue} overdue of {receivable} owed.',
          {
            customers: data.customers,
            overdue: formatRupees(data.overdue),
            receivable: formatRupees(data.receivable),
          },
        )}{' '}
        {oldestAsOf === newestAsOf
          ? t('Balances of {newest}.', { newest: formatDate(newestAsOf!) })
          : t('Balances of {oldest} to {newest}.', {
              oldest: formatDate(oldestAsOf!),
              newest: formatDate(newestAsOf!),
            })}
      </p>
      {Object.values(data.ageing).some((amount) => amount > 0) && (
        <section className="card">
          <h2>{t('Open bills by age')}</h2>
          <AgeingBar
            ageing={data.ageing}
            linkOf={(bucket, words) =>
              bucket === 'notDue' ? (
                words
              ) : (
                <Link to={changed({ age: bucket, show: 'all' })} preventScrollReset>
                  {words}
                </Link>
              )
            }
          />
        </section>
      )}
      {data.aboveLimit > 0 && (
        <p>
          <Link to={changed({ show: 'above-limit' })} preventScrollReset>
            {t(
              '{count, plural, one {# customer is above its credit limit} other {# customers are above their credit limit}}',
              {
                count: data.aboveLimit,
              },
            )}
          </Link>
        </p>
      )}
      <div className="receivable-totals">
        <TotalsTable heading={t('By person')} label={t('Owner')} rows={owners} total={data} />
        <TotalsTable
          heading={t('By {level}', { level: t(words).toLowerCase() })}
          label={t(words)}
          rows={places}
          total={data}
        />
      </div>
    </>
  )
}

interface TotalsTableProps {
  heading: string
  label: string
  rows: readonly Row[]
  total: Sums
}

const TotalsTable = ({ heading, label, rows, total }: TotalsTableProps): ReactNode => (
  <section className="card">
    <h2>{heading}</h2>
    <DataTable
      caption={heading}
      columns={columns(label)}
      rows={rows}
      keyOf={({ key }) => key}
      look="plain"
      foot={
        <tfoot>
          <tr>
            <th scope="row">{t('Total')}</th>
            <td className="is-number">{formatCount(total.customers)}</td>
            <td className="is-number">{formatRupees(total.overdue)}</td>
            <td className="is-number">{formatRupees(total.receivable)}</td>
          </tr>
        </tfoot>
      }
    />
  </section>
)
