import type { ReactNode } from 'react'
import { searchPicture } from '../ui/empty-pictures.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Link } from '../ui/link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { FieldPage } from './field-page.tsx'
import type { useFieldCustomer } from './use-field-customer.ts'
import { t } from '#domain/messages/t.ts'

interface MissingCustomerProps extends Pick<ReturnType<typeof useFieldCustomer>, 'proposal' | 'isLoading'> {
  heading: string
  /** Further ways on. */
  children?: ReactNode
}

/** The page of a customer that is being read, or that the phone does not hold. */
export const MissingCustomer = ({
  heading,
  proposal,
  isLoading,
  children,
}: MissingCustomerProps): ReactNode => (
  <FieldPage heading={heading} worksWithoutPack>
    {isLoading ? (
      <Skeleton lines={6} />
    ) : (
      <EmptyState picture={searchPicture}>
        <p>
          {proposal?.state === 'refused'
            ? t('The office refused this customer.')
            : t('This customer is not on this phone.')}
        </p>
        <p className="links">
          <Link className="button button-plain" to="/find">
            {t('Find a customer')}
          </Link>
          {children}
        </p>
      </EmptyState>
    )}
  </FieldPage>
)
