import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formOf } from '#domain/contract/form-of.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

export const NewRecordLink = ({ entity }: { entity: Entity }): ReactNode => (
  <Link className="button button-main" to={formOf(entity.name).route}>
    <Icon name="plus" />
    {t('New')}
  </Link>
)
