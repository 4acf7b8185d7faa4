import type { ReactNode } from 'react'
import type { Dashboard } from '#domain/api/visits/dashboard.ts'
import { t } from '#domain/messages/t.ts'
import { AgeingBar } from '../customers/ageing-bar.tsx'
import { Link } from '../ui/link.tsx'
import { plannerLink, territoryFilter } from './links.ts'

/** The open bills by days since they were due; nothing for a firm that uploads no bills. */
export function BillsByAge({ dashboard }: { dashboard: Dashboard }): ReactNode {
  const { money, within } = dashboard
  const part = territoryFilter(within.at(-1))
  if (Object.values(money.ageing).every((amount) => amount === 0)) return null
  return (
    <section className="dashboard-part">
      <h2>{t('Open bills by age')}</h2>
      <AgeingBar
        ageing={money.ageing}
        linkOf={(bucket, words) =>
          bucket === 'notDue' ? words : <Link to={plannerLink({ ...part, balance: bucket })}>{words}</Link>
        }
      />
    </section>
  )
}
