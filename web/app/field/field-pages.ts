import type { ComponentType } from 'react'
import type { RouteIn } from '#domain/screens/screens.ts'
import { FieldCustomerPage } from '../../field/customer/field-customer-page.tsx'
import { FindPage } from '../../field/find/find-page.tsx'
import { GroupPage } from '../../field/group/group-page.tsx'
import { NearPage } from '../../field/near/near-page.tsx'
import { OutboxPage } from '../../field/outbox/outbox-page.tsx'
import { ProposePage } from '../../field/record/propose-page.tsx'
import { RecordPage } from '../../field/record/record-page.tsx'
import { TodayPage } from '../../field/today/today-page.tsx'

/** All field screens in one file: who opens one of them needs the others too, perhaps without a network. */
export const fieldPages: Readonly<Record<RouteIn<'field'>, { Component: ComponentType }>> = {
  '/today': { Component: TodayPage },
  '/near': { Component: NearPage },
  '/find': { Component: FindPage },
  '/outbox': { Component: OutboxPage },
  '/record/new': { Component: ProposePage },
  '/record/group': { Component: GroupPage },
  '/record/:id': { Component: RecordPage },
  '/field/customers/:id': { Component: FieldCustomerPage },
}
