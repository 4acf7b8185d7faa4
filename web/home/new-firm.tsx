import type { ReactNode } from 'react'
import { useMay } from '../api/use-may.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** The first steps of a firm without customers; the next one is the main button. */
export function NewFirm({ hasCountries }: { hasCountries: boolean }): ReactNode {
  const may = useMay()
  const loadsFirst = !hasCountries && may('create', 'referenceData')
  return (
    <section className="card home-card home-card-wide">
      <h2>{t('Your firm has no customers yet')}</h2>
      <p>
        {hasCountries
          ? t('Enter them one by one, or import your list.')
          : loadsFirst
            ? t('Countries, states and cities come first: load them, or import your own lists.')
            : t(
                'Countries and states come first: ask an administrator to load them, or import your own lists.',
              )}
      </p>
      <p className="links">
        {loadsFirst && (
          <Link className="button button-main" to="/admin/reference">
            {t('Load reference data')}
          </Link>
        )}
        <Link className={`button ${loadsFirst ? 'button-plain' : 'button-main'}`} to="/contact24">
          {t('Add your first customer')}
        </Link>
        {may('read', 'importJob') && (
          <Link className="button button-plain" to="/imports">
            {t('Import a file')}
          </Link>
        )}
      </p>
    </section>
  )
}
