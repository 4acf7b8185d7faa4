import { Suspense, useEffect, type ReactNode } from 'react'
import { useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import type { DataQuality, Findings, RuleCount } from '#domain/api/data-quality.ts'
import { qualityRules, type QualityLevel, type QualityRule } from '#domain/data-quality/rules.ts'
import { listFindings, checkAgain, readDataQuality } from './data-quality-api.ts'
import { useMay } from '../api/use-may.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import './data-quality.css'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { Link } from '../ui/link.tsx'
import { useSearchParams } from '../ui/use-search-params.ts'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'
import { formatCount } from '#domain/messages/format-count.ts'

const RuleFindings = deferredPart(async () => (await import('./findings.tsx')).RuleFindings)

interface Loaded {
  dataQuality: DataQuality
  /** The findings of the rule named in the URL. */
  findings: Findings | null
}

type CountedRule = QualityRule & RuleCount

/** Polls while a check runs, which takes a while with much data; in milliseconds. */
const pollInterval = 1500

function DataQualityPage(): ReactNode {
  const { dataQuality, findings } = useLoaderData<Loaded>()
  const search = useSearchParams()
  const { revalidate } = useRevalidator()
  const { isLooking } = dataQuality
  useEffect(() => {
    if (!isLooking) return undefined
    const timer = setInterval(() => void revalidate(), pollInterval)
    return () => clearInterval(timer)
  }, [isLooking, revalidate])
  const rule = qualityRules.find(({ id }) => id === search.get('rule'))
  const count = dataQuality.items.find((each) => each.rule === rule?.id)
  if (rule && count && findings) {
    return (
      <Page heading={t(rule.title)} lead={t(rule.why)}>
        <p className="health-back">
          <Link to="/admin/health">{t('All rules')}</Link>
        </p>
        <Suspense fallback={<Skeleton lines={8} />}>
          <RuleFindings key={rule.id} rule={rule} excepted={count.excepted} findings={findings} />
        </Suspense>
      </Page>
    )
  }
  return (
    <Page
      heading={t('Data quality')}
      lead={t('Records that look wrong. A finding disappears when it is fixed or marked as correct.')}
    >
      <CheckStatus dataQuality={dataQuality} />
      <Rules level="wrong" heading={t('To fix')} dataQuality={dataQuality} />
      <Rules level="look" heading={t('To review')} dataQuality={dataQuality} />
      <details className="health-done">
        <summary>{t('Less important')}</summary>
        <Rules level="minor" heading={t('Less important')} dataQuality={dataQuality} />
      </details>
    </Page>
  )
}

function CheckStatus({ dataQuality }: { dataQuality: DataQuality }): ReactNode {
  const { revalidate } = useRevalidator()
  const canCheck = useMay()('update', 'dataHealth')
  const { isBusy, submit } = useSubmit({
    send: () => checkAgain(),
    success: ({ isLooking }) => (isLooking ? t('Checking; the counts follow') : t('All rules checked')),
    failure: t('Could not check the data'),
    onSuccess: () => void revalidate(),
    onFailure: () => void revalidate(),
  })
  return (
    <p className="health-look">
      {canCheck && (
        <Button busy={isBusy || dataQuality.isLooking} onClick={() => void submit(undefined)}>
          {isBusy || dataQuality.isLooking ? t('Checking…') : t('Check again')}
        </Button>
      )}
      <span>
        {dataQuality.lookedAt ? (
          <RichText
            message="Last checked <moment></moment>. Checked daily."
            tags={{ moment: () => <Moment at={dataQuality.lookedAt!} /> }}
          />
        ) : (
          t('The first check is running.')
        )}
      </span>
    </p>
  )
}

function change({ found, before }: CountedRule): string {
  if (found === null || before === null) return ''
  if (found === before) return t('No change')
  return found < before
    ? t('{count, number} fewer', { count: before - found })
    : t('{count, number} more', { count: found - before })
}

const columns = (): readonly Column<CountedRule>[] => [
  { label: t('Rule'), cell: ({ id, title }) => <Link to={`?rule=${id}`}>{t(title)}</Link> },
  {
    label: t('Found'),
    kind: 'number',
    cell: ({ found }) => <strong>{found === null ? '…' : formatCount(found)}</strong>,
  },
]
const changeColumn = (): Column<CountedRule> => ({ label: t('Past week'), cell: change })
const exceptedColumn = (): Column<CountedRule> => ({
  label: t('Marked as correct'),
  kind: 'number',
  cell: ({ excepted }) => (excepted === 0 ? '' : formatCount(excepted)),
})

/** Leaves out columns that would be empty. */
const columnsFor = (rows: readonly CountedRule[]): readonly Column<CountedRule>[] => [
  ...columns(),
  ...(rows.some((row) => change(row) !== '') ? [changeColumn()] : []),
  ...(rows.some(({ excepted }) => excepted > 0) ? [exceptedColumn()] : []),
]

interface RulesProps {
  level: QualityLevel
  heading: string
  dataQuality: DataQuality
}

/** Rules with findings in a table, then a list of the rules that passed. */
function Rules({ level, heading, dataQuality: { items, isLooking } }: RulesProps): ReactNode {
  const counted = qualityRules.flatMap((rule): CountedRule[] => {
    const count = items.find((each) => each.rule === rule.id)
    return rule.level === level && count ? [{ ...rule, ...count }] : []
  })
  const open = counted.filter(({ found }) => found !== 0)
  const done = counted.filter(({ found }) => found === 0)
  const sum = open.reduce((total, { found }) => total + (found ?? 0), 0)
  return (
    <div className="health-rules">
      <ListScreen
        label={heading}
        heading={
          <>
            {heading}
            {/* Before the first check there is no count. */}
            {counted.some(({ found }) => found !== null) && ` (${formatCount(sum)})`}
          </>
        }
        page={{ items: open }}
        isPolled={isLooking}
        table={{ columns: columnsFor(open), keyOf: ({ id }) => id }}
        empty={t('No findings.')}
      />
      {done.length > 0 && (
        <details className="health-done">
          <summary>
            {t('{count, plural, one {# rule} other {# rules}} passed', { count: done.length })}
          </summary>
          <ul>
            {done.map(({ id, title }) => (
              <li key={id}>
                <Link to={`?rule=${id}`}>{t(title)}</Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

export const dataQualityRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <DataQualityPage />,
  loader: async ({ request: { signal }, url }: LoaderFunctionArgs): Promise<Loaded> => {
    const rule = url.searchParams.get('rule')
    const after = url.searchParams.get('after') ?? undefined
    const isKnown = qualityRules.some(({ id }) => id === rule)
    // The findings first: reading them drops what was fixed since, also from the count.
    const [findings] = isKnown
      ? await Promise.all([
          redirectOnBadQuery(url, listFindings(rule!, after, signal)),
          RuleFindings.preload(),
        ])
      : [null]
    return { findings, dataQuality: await readDataQuality(signal) }
  },
}
