import { useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import { showDay } from '#domain/dates.ts'
import type { HandedOver, Handovers } from '#domain/visits/assignment.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { newIdempotencyKey } from '../api/idempotency-key.ts'
import { listHandovers, sendHandover, type HandoverBody } from '../api/handover.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/handover.css'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { HandoverCard } from './handover-card.tsx'
import { amountInWords, backwards, emptyForm, type Person } from './handover-form.ts'
import { daysInWords, HandoverTraces } from './handover-trace.tsx'

const nobody = 'none'

function handoverLoader({ request, url }: LoaderFunctionArgs): Promise<Handovers> {
  const employee = url.searchParams.get('employee') ?? undefined
  return listHandovers(employee === nobody ? undefined : employee, request.signal)
}

interface Done {
  body: HandoverBody
  /** Who has them now; null: nobody. */
  to: string | null
  result: HandedOver
}

/** Customers and plans from one employee to another, with a trace. Whose they are stands in the address. */
function HandoverPage(): ReactNode {
  const { items, has, today } = useLoaderData<Handovers>()
  const [search] = useSearchParams()
  const [title, setTitle] = useState<string | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [round, setRound] = useState(0)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const mayMove = useMay()('update', 'assignment')
  const employee = search.get('employee') ?? ''
  const from: Person = {
    isNobody: employee === nobody,
    number: employee === nobody ? '' : employee,
    name: has?.name ?? title,
  }
  const choose = (person: Person): void => {
    setTitle(person.name)
    setDone(null)
    const chosen = person.isNobody ? nobody : person.number.trim()
    void navigate(chosen ? `?employee=${encodeURIComponent(chosen)}` : '?', {
      replace: true,
      preventScrollReset: true,
    })
  }
  const finish = (next: Done | null): void => {
    setDone(next)
    setRound((before) => before + 1)
    void revalidate()
  }
  return (
    <Page
      heading="Hand over"
      lead="Give customers and their open plans from one employee to another, from a day on or for a time."
    >
      <div className="handover">
        {done && <Result done={done} onFinished={finish} />}
        {mayMove ? (
          <HandoverCard
            key={round}
            from={from}
            has={has}
            initial={emptyForm(showDay(today))}
            onChooseFrom={choose}
            onDone={(body, result, to) => finish({ body, result, to })}
          />
        ) : (
          <p className="list-empty">Only the office hands customers over.</p>
        )}
        <section>
          <h2 className="handover-heading">
            {from.number ? `What came to and went from ${from.name ?? from.number}` : 'Lately'}
          </h2>
          <HandoverTraces items={items} />
        </section>
      </div>
    </Page>
  )
}

/** What was done, and the way back. */
function Result({ done, onFinished }: { done: Done; onFinished: (next: Done | null) => void }): ReactNode {
  const { body, result, to } = done
  const [isBusy, setBusy] = useState(false)
  const giveBack = async (): Promise<void> => {
    setBusy(true)
    try {
      const back = await sendHandover(backwards(body, result), newIdempotencyKey())
      notify({ tone: 'good', text: `${amountInWords(back)} given back` })
      onFinished(null)
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
      setBusy(false)
    }
  }
  return (
    <section className="card handover-result" aria-label="Handed over">
      <p>
        <strong>{amountInWords(result)}</strong> handed over to {to ?? 'nobody'},{' '}
        {daysInWords(body.From_Day, body.Until_Day)}.
        {result.skipped > 0 && ` ${result.skipped} stayed where they were.`}
      </p>
      <p className="links">
        {result.customers > 0 && (
          <Button busy={isBusy} onClick={() => void giveBack()}>
            Give them back
          </Button>
        )}
        <Link to={`/get?employee=${encodeURIComponent(body.To_Employee ?? nobody)}`}>
          Show them in the planner
        </Link>
      </p>
    </section>
  )
}

export const handoverRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <HandoverPage />,
  loader: handoverLoader,
}
