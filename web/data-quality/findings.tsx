import { Suspense, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { forms } from '#domain/contract/forms.ts'
import type { Finding, Findings } from '#domain/api/data-quality.ts'
import { maxFindings } from '#domain/data-quality/limits.ts'
import type { QualityRule } from '#domain/data-quality/rules.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { fixFinding } from './data-quality-api.ts'
import { restoreRecord } from '../api/records.ts'
import { useMay } from '../api/use-may.ts'
import { ListScreen } from '../masters/list/list-screen.tsx'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { focusNoticeIfLost, notify } from '../ui/notices.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { Exceptions } from './rule-exceptions.tsx'
import { RuleTrend } from './trend.tsx'
import { recordLink } from '../masters/list/record-link.ts'
import { Link } from '../ui/link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

const FindingEditor = deferredPart(async () => (await import('./finding-editor.tsx')).FindingEditor)
const FixAll = deferredPart(async () => (await import('./fix-all.tsx')).FixAll)

interface RuleFindingsProps {
  rule: QualityRule
  excepted: number
  findings: Findings
}

/** Link to the form with the record, with the focus on the field. */
function formLink({ entity, id, field }: Finding): string | undefined {
  const row = forms.find((each) => each.entity === entity)
  return row && field ? `${row.route}?edit=${id}#${field}` : undefined
}

export function RuleFindings({ rule, excepted, findings }: RuleFindingsProps): ReactNode {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const [dialog, setDialog] = useState<{ finding: Finding; for: 'fix' | 'except' } | null>(null)
  const canFix = may('update', 'dataHealth')
  const ask = (finding: Finding, what: 'fix' | 'except'): void => {
    notify(null)
    setDialog({ finding, for: what })
  }
  const { isBusy, submit } = useSubmit({
    send: (finding: Finding) => fixFinding(rule.id, finding),
    success: ({ words }, finding) => ({
      text: t('Done. {result}', { result: words }),
      ...(finding.fix?.isRemoval && {
        action: { label: t('Undo'), run: () => void restoreFinding(finding).then(() => revalidate()) },
      }),
    }),
    failure: (error, { name }) => ({ text: t('{name} was not fixed', { name }), detail: sentenceOf(error) }),
    onSuccess: () => {
      focusNoticeIfLost()
      void revalidate()
    },
    onFailure: () => void revalidate(),
  })
  const [editing, setEditing] = useState<string | null>(null)
  const { found, items, next, trend } = findings
  /** After a fix the next finding is in its place. */
  const focusNext = (): void => {
    const at = items.findIndex(({ id }) => id === editing)
    const following = items[at + 1] ?? items[at - 1]
    requestAnimationFrame(() => document.getElementById(editId(following?.id ?? ''))?.focus())
  }
  const actions: FixActions = {
    canFix,
    may,
    isBusy,
    fix: (finding) => void submit(finding),
    ask,
    edit: (finding) => setEditing(finding.id),
    editor: (finding) =>
      finding.id === editing &&
      isWithField(finding) && (
        <Suspense>
          <FindingEditor
            finding={finding}
            refresh={async () => revalidate()}
            onSaved={focusNext}
            onClose={() => setEditing(null)}
          />
        </Suspense>
      ),
  }
  const canFixAll = canFix && items.filter(({ fix }) => fix && !fix.isRemoval && !fix.asks).length > 1
  return (
    <>
      <RuleTrend trend={trend} />
      <ListScreen
        label={t(rule.title)}
        action={
          canFixAll && (
            <Suspense>
              <FixAll rule={rule.id} />
            </Suspense>
          )
        }
        page={{ items, next }}
        pagesOf={t('findings')}
        table={{ columns: columnsWith(actions), keyOf: ({ id }) => id }}
        empty={found === null ? t('Not checked yet.') : t('No findings.')}
      />
      {found !== null && found > maxFindings && (
        <p className="field-hint">
          {t('Showing {shown, number} of {found, number}; the others follow as these are fixed.', {
            shown: maxFindings,
            found,
          })}
        </p>
      )}
      <Exceptions key={excepted} rule={rule.id} count={excepted} onUndone={() => void revalidate()} />
      {dialog && (
        <RuleDialog
          rule={rule.id}
          finding={dialog.finding}
          isException={dialog.for === 'except'}
          onClose={() => setDialog(null)}
          onDone={() => {
            setDialog(null)
            void revalidate()
          }}
        />
      )}
    </>
  )
}

async function restoreFinding({ entity, id }: Finding): Promise<void> {
  try {
    const of = labelsOf(entity)
    await restoreRecord(of, { id })
    notify({ tone: 'good', text: t('Restored') })
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not restore it'), detail: sentenceOf(error) })
  }
}

const editId = (id: string): string => `edit-${id}`

const isWithField = (finding: Finding): finding is Finding & { field: string } => finding.field !== null

interface FixActions {
  canFix: boolean
  may: ReturnType<typeof useMay>
  isBusy: boolean
  fix: (finding: Finding) => void
  ask: (finding: Finding, what: 'fix' | 'except') => void
  edit: (finding: Finding) => void
  /** The editor of the finding, if it is open. */
  editor: (finding: Finding) => ReactNode
}

const columnsWith = (actions: FixActions): readonly Column<Finding>[] => [
  {
    label: t('Record'),
    cell: (finding) => <FoundRecords finding={finding} />,
  },
  { label: t('Field'), cell: ({ label }) => label ?? '' },
  {
    label: t('Finding'),
    cell: (finding) => (
      <div>
        {finding.words}
        {actions.editor(finding)}
      </div>
    ),
  },
  {
    label: t('Fix'),
    kind: 'actions',
    cell: (finding) => <FindingActions finding={finding} actions={actions} />,
  },
]

function FoundRecords({ finding }: { finding: Finding }): ReactNode {
  const { name, other } = finding
  const record = (text: string): ReactNode => <Link to={recordLink(finding)}>{text}</Link>
  if (!other) return record(name)
  return (
    <span>
      <RichText
        message="<record>{name}</record> and <other>{otherName}</other>"
        values={{ name, otherName: other.name }}
        tags={{ record, other: (text) => <Link to={recordLink(other)}>{text}</Link> }}
      />
    </span>
  )
}

function FindingActions({ finding, actions }: { finding: Finding; actions: FixActions }): ReactNode {
  const { fix, link, name, entity } = finding
  const { canFix, may, isBusy } = actions
  const form = formLink(finding)
  const mayFix = fix && canFix && may(fix.isRemoval ? 'delete' : 'update', entity)
  return (
    <div className="health-ways">
      {mayFix && (
        <Button
          tone={fix.isRemoval ? 'plain' : 'main'}
          busy={isBusy}
          aria-label={`${fix.words}: ${name}`}
          onClick={() => (fix.asks ? actions.ask(finding, 'fix') : actions.fix(finding))}
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
        <Button
          id={editId(finding.id)}
          aria-label={t('Edit {field} of {name}', { field: finding.label ?? '', name })}
          onClick={() => actions.edit(finding)}
        >
          {t('Edit')}
        </Button>
      )}
      {form && may('update', entity) && (
        <Link to={form} aria-label={t('Open {name}', { name })}>
          {t('Open')}
        </Link>
      )}
      {canFix && (
        <Button
          tone="quiet"
          aria-label={t('Mark as correct: {name}', { name })}
          onClick={() => actions.ask(finding, 'except')}
        >
          {t('Mark as correct')}
        </Button>
      )}
    </div>
  )
}
