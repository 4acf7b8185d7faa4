import { useEffect, useState, type ReactNode } from 'react'
import {
  Link,
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { DataHealth, Findings, RuleCount } from '#domain/health/data-health.ts'
import { healthRules, type HealthLevel, type HealthRule } from '#domain/health/rules.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { listFindings, lookAgain, readDataHealth } from '../api/data-health.ts'
import { useMay } from '../api/use-may.ts'
import { orAll } from '../entity/way-out.ts'
import '../styles/data-health.css'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'
import { RuleFindings } from './data-health-findings.tsx'

interface Loaded {
  health: DataHealth
  /** Of the rule the address names. */
  findings: Findings | null
}

type Counted = HealthRule & RuleCount

const inNumbers = (count: number): string => count.toLocaleString('en-IN')

/** A look at a large firm takes its time: the page asks again until it is over. */
const askEvery = 1500

function DataHealthPage(): ReactNode {
  const { health, findings } = useLoaderData<Loaded>()
  const [search] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { isLooking } = health
  useEffect(() => {
    if (!isLooking) return undefined
    const timer = setInterval(() => void revalidate(), askEvery)
    return () => clearInterval(timer)
  }, [isLooking, revalidate])
  const rule = healthRules.find(({ id }) => id === search.get('rule'))
  const count = health.items.find((each) => each.rule === rule?.id)
  if (rule && count && findings) {
    return (
      <Page heading={rule.title} lead={rule.why}>
        <p className="health-back">
          <Link to="/admin/health">All rules</Link>
        </p>
        <RuleFindings key={rule.id} rule={rule} excepted={count.excepted} findings={findings} />
      </Page>
    )
  }
  return (
    <Page
      heading="Data health"
      lead="What looks wrong in the data. A finding goes away when it is mended, or when someone says that it is right."
    >
      <LookAgain health={health} />
      <Rules level="wrong" heading="To be mended" items={health.items} />
      <Rules level="look" heading="Worth a look" items={health.items} />
    </Page>
  )
}

function LookAgain({ health }: { health: DataHealth }): ReactNode {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const mayLook = useMay()('update', 'dataHealth')
  const look = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      const { isLooking } = await lookAgain()
      notify({ tone: 'good', text: isLooking ? 'Looking; the counts follow' : 'Looked at everything again' })
    } catch (error) {
      notify({ tone: 'bad', text: 'Nothing was looked at', detail: sentenceOf(error) })
    }
    setBusy(false)
    void revalidate()
  }
  return (
    <p className="health-look">
      {mayLook && (
        <Button busy={isBusy || health.isLooking} onClick={() => void look()}>
          {isBusy || health.isLooking ? 'Looking…' : 'Look again'}
        </Button>
      )}
      <span>
        {health.lookedAt ? (
          <>
            Last look: <Moment at={health.lookedAt} />. Every day there is one.
          </>
        ) : (
          'The first look is under way.'
        )}
      </span>
    </p>
  )
}

function change({ found, before }: Counted): string {
  if (found === null || before === null) return ''
  if (found === before) return 'As before'
  return found < before ? `${inNumbers(before - found)} fewer` : `${inNumbers(found - before)} more`
}

const columns: readonly Column<Counted>[] = [
  { label: 'Rule', cell: ({ id, title }) => <Link to={`?rule=${id}`}>{title}</Link> },
  {
    label: 'Found',
    cell: ({ found }) => <strong>{found === null ? '…' : inNumbers(found)}</strong>,
  },
]
const changeColumn: Column<Counted> = { label: 'In a week', cell: change }
const exceptedColumn: Column<Counted> = {
  label: 'Said to be right',
  cell: ({ excepted }) => (excepted === 0 ? '' : inNumbers(excepted)),
}

/** Columns that would be empty from top to bottom are left out. */
const columnsFor = (rows: readonly Counted[]): readonly Column<Counted>[] => [
  ...columns,
  ...(rows.some((row) => change(row) !== '') ? [changeColumn] : []),
  ...(rows.some(({ excepted }) => excepted > 0) ? [exceptedColumn] : []),
]

interface RulesProps {
  level: HealthLevel
  heading: string
  items: readonly RuleCount[]
}

/** Those that find something first; the others are a list of what is in order. */
function Rules({ level, heading, items }: RulesProps): ReactNode {
  const counted = healthRules.flatMap((rule): Counted[] => {
    const count = items.find((each) => each.rule === rule.id)
    return rule.level === level && count ? [{ ...rule, ...count }] : []
  })
  const open = counted.filter(({ found }) => found !== 0)
  const done = counted.filter(({ found }) => found === 0)
  const sum = open.reduce((total, { found }) => total + (found ?? 0), 0)
  return (
    <section className="health-rules">
      <h2>
        {heading}
        {/* Before the first look nobody knows. */}
        {counted.some(({ found }) => found !== null) && ` (${inNumbers(sum)})`}
      </h2>
      {open.length > 0 && (
        <DataTable caption={heading} columns={columnsFor(open)} rows={open} keyOf={({ id }) => id} />
      )}
      {done.length > 0 && (
        <details className="health-done">
          <summary>
            {done.length === 1 ? '1 rule finds nothing' : `${done.length} rules find nothing`}
          </summary>
          <ul>
            {done.map(({ id, title }) => (
              <li key={id}>
                <Link to={`?rule=${id}`}>{title}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

export const dataHealthRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <DataHealthPage />,
  loader: async ({ request: { signal }, url }: LoaderFunctionArgs): Promise<Loaded> => {
    const rule = url.searchParams.get('rule')
    const after = url.searchParams.get('after') ?? undefined
    const isKnown = healthRules.some(({ id }) => id === rule)
    // The findings first: what was mended since goes off the list, and out of the count.
    const findings = isKnown ? await orAll(url, listFindings(rule!, after, signal)) : null
    return { findings, health: await readDataHealth(signal) }
  },
}
