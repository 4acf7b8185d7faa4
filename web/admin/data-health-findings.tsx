import { useState, type ReactNode } from 'react'
import { Link, useRevalidator } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { forms } from '#domain/contract/forms.ts'
import { mostKept, type Finding, type Findings } from '#domain/health/data-health.ts'
import type { HealthRule } from '#domain/health/rules.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { fixFinding } from '../api/data-health.ts'
import { restoreRecord } from '../api/records.ts'
import { useMay } from '../api/use-may.ts'
import { ListPages } from '../entity/list-pages.tsx'
import { Button } from '../ui/button.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { HealthDialog } from './data-health-dialog.tsx'
import { Exceptions } from './data-health-exceptions.tsx'
import { HealthTrend } from './data-health-trend.tsx'
import { recordLink } from './record-link.ts'

interface RuleFindingsProps {
  rule: HealthRule
  excepted: number
  findings: Findings
}

/** The form with the record, and the field under the keys. */
function formLink({ entity, id, field }: Finding): string | undefined {
  const row = forms.find((each) => each.entity === entity)
  return row && field ? `${row.route}?edit=${id}#${field}` : undefined
}

export function RuleFindings({ rule, excepted, findings }: RuleFindingsProps): ReactNode {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const [asked, setAsked] = useState<{ finding: Finding; for: 'fix' | 'except' } | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const mayMend = may('update', 'dataHealth')
  const ask = (finding: Finding, what: 'fix' | 'except'): void => {
    notify(null)
    setAsked({ finding, for: what })
  }
  const fix = async (finding: Finding): Promise<void> => {
    notify(null)
    setBusy(finding.id)
    try {
      const { words } = await fixFinding(rule.id, finding)
      const undo = (): void => void putBack(finding).then(() => revalidate())
      const text = `Done. ${words}`
      notify({ tone: 'good', text, ...(finding.fix?.isRemoval && { action: { label: 'Undo', run: undo } }) })
      focusNoticeIfLost()
    } catch (error) {
      notify({ tone: 'bad', text: `${finding.name} is as it was`, detail: sentenceOf(error) })
    }
    setBusy(null)
    void revalidate()
  }
  const mend: Mend = { mayMend, may, busy, fix: (finding) => void fix(finding), ask }
  const { found, items, next, trend } = findings
  return (
    <>
      <HealthTrend trend={trend} />
      {items.length === 0 ? (
        <p className="list-empty">{found === null ? 'Not looked at yet.' : 'Nothing is found. Well done.'}</p>
      ) : (
        <DataTable caption={rule.title} columns={columnsWith(mend)} rows={items} keyOf={({ id }) => id} />
      )}
      <ListPages page={{ items, next }} label="Findings" />
      {found !== null && found > mostKept && (
        <p className="field-hint">
          {mostKept.toLocaleString('en-IN')} of {found.toLocaleString('en-IN')} are listed; the others follow
          as these are mended.
        </p>
      )}
      <Exceptions key={excepted} rule={rule.id} count={excepted} onTakenBack={() => void revalidate()} />
      {asked && (
        <HealthDialog
          rule={rule.id}
          finding={asked.finding}
          isException={asked.for === 'except'}
          onClose={() => setAsked(null)}
          onDone={() => {
            setAsked(null)
            void revalidate()
          }}
        />
      )}
    </>
  )
}

async function putBack({ entity, id }: Finding): Promise<void> {
  try {
    const of = entityNamed(entity)
    await restoreRecord(of, { id, version: 0, createdAt: '', updatedAt: '' })
    notify({ tone: 'good', text: 'It is back' })
  } catch (error) {
    notify({ tone: 'bad', text: 'It is not back', detail: sentenceOf(error) })
  }
}

interface Mend {
  mayMend: boolean
  may: ReturnType<typeof useMay>
  busy: string | null
  fix: (finding: Finding) => void
  ask: (finding: Finding, what: 'fix' | 'except') => void
}

const columnsWith = (mend: Mend): readonly Column<Finding>[] => [
  {
    label: 'Record',
    cell: (finding) => (
      <>
        <Link to={recordLink(finding)}>{finding.name}</Link>
        {finding.other && (
          <span className="health-other">
            {' '}
            and <Link to={recordLink(finding.other)}>{finding.other.name}</Link>
          </span>
        )}
      </>
    ),
  },
  { label: 'What is found', cell: ({ words }) => words },
  { label: 'Mend', isControl: true, cell: (finding) => <Ways finding={finding} mend={mend} /> },
]

function Ways({ finding, mend }: { finding: Finding; mend: Mend }): ReactNode {
  const { fix, link, name, entity } = finding
  const { mayMend, may, busy } = mend
  const form = formLink(finding)
  const mayFix = fix && mayMend && may(fix.isRemoval ? 'delete' : 'update', entity)
  return (
    <div className="health-ways">
      {mayFix && (
        <Button
          tone={fix.isRemoval ? 'plain' : 'main'}
          busy={busy === finding.id}
          aria-label={`${fix.words}: ${name}`}
          onClick={() => (fix.asks ? mend.ask(finding, 'fix') : mend.fix(finding))}
        >
          {fix.words}
        </Button>
      )}
      {link && (
        <Link to={link.to} aria-label={`${link.words}: ${name}`}>
          {link.words}
        </Link>
      )}
      {form && may('update', entity) && (
        <Link to={form} aria-label={`Open ${name}`}>
          Open
        </Link>
      )}
      {mayMend && (
        <Button
          tone="quiet"
          aria-label={`This is right: ${name}`}
          onClick={() => mend.ask(finding, 'except')}
        >
          This is right
        </Button>
      )}
    </div>
  )
}
