import type { ReactNode } from 'react'
import { useMay } from '../api/use-may.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** The first steps of a firm without customers. */
export function NewFirm(): ReactNode {
  const may = useMay()
  return (
    <section className="card home-card home-card-wide">
      <h2>{t('Your firm has no customers yet')}</h2>
      <p>{t('Countries, states and cities come first: load them, or import your own lists.')}</p>
      <p className="links">
        <Link className="button button-main" to="/contact24">
          {t('Add your first customer')}
        </Link>
        {may('read', 'importJob') && (
          <Link className="button button-plain" to="/imports">
            {t('Import a file')}
          </Link>
        )}
        {may('read', 'referenceData') && (
          <Link className="button button-plain" to="/admin/reference">
            {t('Load reference data')}
          </Link>
        )}
      </p>
    </section>
  )
}
