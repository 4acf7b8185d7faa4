import { Suspense, type ReactNode } from 'react'
import type { Home } from '#domain/api/home.ts'
import { weekdayName } from '#domain/visits/working-days.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { wallClock } from '#domain/dates/moments.ts'
import { currentSession } from '../api/session.ts'
import { pendingApprovalText, useApprovalCheck } from '../accounts/pending-approval.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useQuery } from '../ui/use-query.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { readHome, type HomeData } from './home-api.ts'
import { NewFirm } from './new-firm.tsx'
import './own-home.css'
import { t } from '#domain/messages/t.ts'

const FieldCard = deferredPart(async () => (await import('./field-card.tsx')).FieldCard)
const UnrecordedCard = deferredPart(async () => (await import('./unrecorded-card.tsx')).UnrecordedCard)
const WaitingPlansCard = deferredPart(async () => (await import('./waiting-plans-card.tsx')).WaitingPlansCard)
const AdministratorCards = deferredPart(
  async () => (await import('./administrator-cards.tsx')).AdministratorCards,
)
const OfficeCards = deferredPart(async () => (await import('./office-cards.tsx')).OfficeCards)
const ManagerCards = deferredPart(async () => (await import('./manager-cards.tsx')).ManagerCards)

const isField = ({ field }: Home): boolean => field !== undefined
const isAsked = ({ unrecorded: part }: Home): boolean =>
  part !== undefined && ('problem' in part || part.count > 0)
const isAdministrator = ({ accounts, phones, server }: Home): boolean => Boolean(accounts ?? phones ?? server)
const isOffice = ({ recent, imports, findings }: Home): boolean => Boolean(recent ?? imports ?? findings)
const isManager = ({ firm, debtors }: Home): boolean => Boolean(firm ?? debtors)

/** The code of all cards that are shown is loaded before the first, so that none moves another. */
async function read(signal: AbortSignal): Promise<HomeData> {
  const data = await readHome(signal)
  const needed = [
    isField(data.home) && FieldCard,
    isAsked(data.home) && UnrecordedCard,
    data.home.plans && WaitingPlansCard,
    isAdministrator(data.home) && AdministratorCards,
    isOffice(data.home) && OfficeCards,
    isManager(data.home) && ManagerCards,
  ]
  await Promise.all(needed.map((part) => part && part.preload()))
  return data
}

/** What the person who is logged in needs now, by the rights of the account. */
export function OwnHome(): ReactNode {
  const { data, error, reload } = useQuery([currentSession().token], read)
  if (data) return <HomeParts {...data} reload={reload} />
  if (error)
    return (
      <p>
        <LoadError error={error} onRetry={() => void reload()} />
      </p>
    )
  return <Skeleton lines={8} />
}

/** Shows the home page of the account soon after it is approved. */
function Waiting({ reload }: { reload: () => Promise<void> }): ReactNode {
  useApprovalCheck(true, reload)
  return (
    <div className="card home-waiting">
      <p>{pendingApprovalText()}</p>
    </div>
  )
}

function HomeParts({ home, account, reload }: HomeData & { reload: () => Promise<void> }): ReactNode {
  if (home.isWaiting) return <Waiting reload={reload} />
  return (
    <>
      <p className="home-greeting">{greetingOf(home, account.username)}</p>
      <div className="home-cards">
        {home.isNewFirm && <NewFirm hasCountries={home.hasCountries ?? true} />}
        <Suspense>
          {isField(home) && <FieldCard home={home} />}
          {isAsked(home) && <UnrecordedCard home={home} />}
          {home.plans && <WaitingPlansCard home={home} reload={reload} />}
          {isAdministrator(home) && <AdministratorCards home={home} reload={reload} />}
          {isOffice(home) && <OfficeCards home={home} reload={reload} />}
          {isManager(home) && <ManagerCards home={home} />}
        </Suspense>
      </div>
    </>
  )
}

function greetingOf({ today, timeZone }: HomeData['home'], name: string): string {
  const hour = Number(wallClock(new Date(), timeZone).time.slice(0, 2))
  return t(
    '{part, select, morning {Good morning} afternoon {Good afternoon} other {Good evening}}, {name}. {day}.',
    {
      part: hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening',
      name,
      day: `${weekdayName(today)} ${formatDate(today)}`,
    },
  )
}
