import type { useMay } from '../../api/use-may.ts'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { customerTabs, type CustomerTab } from '#domain/visits/customer-path.ts'
import { t } from '#domain/messages/t.ts'

export const tabLabels = (): Readonly<Record<CustomerTab, string>> => ({
  visits: t('Visits'),
  money: t('Money'),
  data: t('Data'),
  history: t('History'),
})

/** The tabs with something that the account may see; the server leaves out what it may not read. */
export function tabsFor(
  { plan, visits, balances, assignments }: CustomerPage,
  may: ReturnType<typeof useMay>,
): readonly CustomerTab[] {
  const isShown: Readonly<Record<CustomerTab, boolean>> = {
    visits: visits !== undefined || assignments !== undefined || may('create', 'visit'),
    money: plan.Balance !== undefined || balances !== undefined,
    data: true,
    history: may('history', 'customer') || may('read', 'comment'),
  }
  return customerTabs.filter((tab) => isShown[tab])
}

/** The requested tab, or the first one when it is unknown or not shown. */
export const chosenTab = (tabs: readonly CustomerTab[], requested: string | null): CustomerTab =>
  tabs.find((tab) => tab === requested) ?? tabs[0]!
