import { useDeferredValue, useMemo, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useOutbox } from '../../outbox/outbox.ts'
import { usePack } from '../../outbox/pack.ts'
import { readRecent } from '../../search/recent.ts'
import { Link } from '../../ui/link.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { CustomerCard } from '../customer-card.tsx'
import { cityOf, nameOf, pagePath, type FieldCustomer } from '../field-customer.ts'
import { FieldPage } from '../field-page.tsx'
import { useFieldClock } from '../use-field-clock.ts'
import { proposedCustomers } from '../use-field-customer.ts'
import { keptIndexOf, search } from './search-index.ts'
import '../../ui/controls.css'
import { t } from '#domain/messages/t.ts'

const maxShown = 30

/** Finds a customer of the phone, or one it proposed, by name in any script, code, phone or village. */
export function FindPage(): ReactNode {
  const pack = usePack()
  const entries = useOutbox()
  const customers = useMemo(() => [...pack.customers, ...proposedCustomers(entries, pack)], [pack, entries])
  const query = useSearchParams().get('q') ?? ''
  const navigate = useNavigate()
  const [typed, setTyped] = useState(query)
  const wanted = useDeferredValue(typed)
  const index = useMemo(() => keptIndexOf(customers), [customers])
  const isSearching = wanted.trim() !== ''
  const found = useMemo(
    () => (wanted.trim() ? search(index, wanted, maxShown + 1) : byName(customers)),
    [index, wanted, customers],
  )
  const recent = isSearching ? [] : recentlyOpened(customers)
  // Back from a customer returns to the results.
  const remember = (): void => {
    if (typed.trim() !== query)
      void navigate(typed.trim() ? `/find?q=${encodeURIComponent(typed.trim())}` : '/find', {
        replace: true,
        preventScrollReset: true,
      })
  }
  return (
    <FieldPage heading={t('Find')}>
      <search>
        <input
          type="search"
          className="control field-search"
          aria-label={t('Find a customer')}
          placeholder={t('Name, village, code or phone')}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => setTyped(event.target.value)}
          onBlur={remember}
        />
      </search>
      <output className="field-result">
        {isSearching &&
          (found.length > maxShown
            ? t('More than {max} found: type more.', { max: maxShown })
            : t(
                '{count, plural, =0 {No customer on this phone matches.} one {# customer} other {# customers}}',
                {
                  count: found.length,
                },
              ))}
      </output>
      {recent.length > 0 && (
        <>
          <h2>{t('Opened last')}</h2>
          <CustomerList customers={recent} />
        </>
      )}
      {!isSearching && found.length > 0 && (
        <h2>
          {t('All customers')} ({found.length})
        </h2>
      )}
      <CustomerList customers={found.slice(0, maxShown)} />
      {!isSearching && found.length > maxShown && (
        <p className="field-result">{t('The first {max}: type to find the others.', { max: maxShown })}</p>
      )}
      {isSearching && found.length <= maxShown && (
        <p>
          <Link className="button button-plain" to={`/record/new?name=${encodeURIComponent(wanted.trim())}`}>
            {t('Propose a new customer')}
          </Link>
        </p>
      )}
    </FieldPage>
  )
}

function CustomerList({ customers }: { customers: readonly FieldCustomer[] }): ReactNode {
  const clock = useFieldClock()
  return (
    <ul className="field-list">
      {customers.map((customer) => (
        <CustomerCard
          key={customer.id}
          customer={customer}
          clock={clock}
          where={[customer.code, cityOf(customer)].filter(Boolean).join(' · ')}
        />
      ))}
    </ul>
  )
}

function byName(customers: readonly FieldCustomer[]): FieldCustomer[] {
  const collator = new Intl.Collator(undefined, { numeric: true })
  return customers.toSorted((one, other) => collator.compare(nameOf(one), nameOf(other)))
}

/** The customers that were opened last, the newest first. */
function recentlyOpened(customers: readonly FieldCustomer[]): FieldCustomer[] {
  const byPath = new Map(customers.map((customer) => [pagePath(customer), customer]))
  return readRecent().flatMap(({ to }) => byPath.get(to) ?? [])
}
