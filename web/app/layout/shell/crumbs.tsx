import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import { parentOf, placeAt, type Place } from '#domain/screens/rail.ts'
import './crumbs.css'
import { useHeading } from '../../../ui/current-heading.ts'
import { Link } from '../../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** A list is named by its entity. */
function labelOf({ screen, parameters }: Place): string {
  const entity = entityLabels.find(({ path }) => path === parameters['path'])
  return t(entity?.plural ?? screen.label)
}

function decoded(code: string): string {
  try {
    return decodeURIComponent(code)
  } catch {
    return code
  }
}

/** The screen that the current one is below, and the current one by its heading: "Customers › C1001 Shree Umiya". */
export function Crumbs(): ReactNode {
  const place = placeAt(useLocation().pathname)
  const parent = place && parentOf(place)
  const heading = useHeading()
  if (!parent) return null
  const { code } = place.parameters
  return (
    <nav aria-label={t('Breadcrumb')}>
      <ol>
        <li>
          <Link to={parent.path}>{labelOf(parent)}</Link>
        </li>
        <li aria-current="page">{code ? `${decoded(code)} ${heading}` : heading}</li>
      </ol>
    </nav>
  )
}
