import type { ReactNode } from 'react'
import { PlaceAndOwnerFields } from '../planner/place-and-owner-fields.tsx'

export const ReceivableFilters = (): ReactNode => (
  <div className="list-filters">
    <PlaceAndOwnerFields />
  </div>
)
