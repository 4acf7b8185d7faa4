import { useState, type ReactNode } from 'react'
import type { ProposalDetail, ProposalView } from '#domain/api/field/proposals.ts'
import { useMay } from '../api/use-may.ts'
import { undoChanges } from '../changes/undo-batch.ts'
import { CustomerLink } from '../masters/customer-link.tsx'
import { RichText } from '../messages/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { ChangeTable } from '../ui/change-table.tsx'
import '../ui/changed-values.css'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { Moment } from '../ui/moment.tsx'
import { notify } from '../ui/notices.tsx'
import { useBusy } from '../ui/use-busy.ts'
import { CorrectionForm } from './correction-form.tsx'
import { Duplicates } from './duplicates.tsx'
import { NewCustomerForm } from './new-customer-form.tsx'
import { labelOfField } from './proposal-labels.ts'
import { useProposalKeys } from './use-proposal-keys.ts'
import { nameCodes, type Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

const RefuseDialog = deferredDialog(async () => (await import('./refuse-dialog.tsx')).RefuseDialog)

export interface DetailProps {
  proposal: ProposalDetail
  /** Shows the next one. */
  onDecided: () => Promise<void>
  /** Reloads it, after another user changed something. */
  onChanged: () => Promise<void>
}

/** One proposal: what the phone sent, what is stored, and the decision. */
export function ProposalDetailPart({ proposal, onDecided, onChanged }: DetailProps): ReactNode {
  const { type, state, name, by, recordedAt, receivedAt, remarks, reference, customer, waiting } = proposal
  const isOpen = state === 'open'
  const [isRefusing, setRefusing] = useState(false)
  const may = useMay()
  const announce = async (decided: ProposalView): Promise<void> => {
    await onDecided()
    notify({
      tone: 'good',
      text:
        decided.state === 'approved'
          ? t('The proposal for {name} is approved', { name: decided.name })
          : t('The proposal for {name} is refused', { name: decided.name }),
      // Visits that were stored for the customer prevent the undo.
      ...(decided.batch !== null &&
        waiting === 0 &&
        may('update', 'batch') && {
          action: { label: t('Undo'), run: () => void undoChanges(decided.batch!, onChanged) },
        }),
    })
  }
  const openRefusal = (): void => {
    notify(null)
    setRefusing(true)
  }
  useProposalKeys(isOpen ? { onRefuse: openRefusal } : {})
  const formProps = { proposal, onDecided: announce, onChanged, onRefuse: openRefusal }
  return (
    <article className="proposal">
      <header className="proposal-head">
        <h2>
          {customer ? <CustomerLink code={customer.code} name={name} /> : name}{' '}
          <span className="badge">{type === 'new customer' ? t('New customer') : t('Correction')}</span>
        </h2>
        <p className="proposal-facts">
          <RichText
            message="Proposed by {by} on <recorded></recorded>, arrived <received></received>, reference {reference}"
            values={{ by, reference }}
            tags={{
              recorded: () => <Moment at={recordedAt} />,
              received: () => <Moment at={receivedAt} />,
            }}
          />
        </p>
        {remarks !== '' && <blockquote className="proposal-remarks">{remarks}</blockquote>}
        {waiting > 0 && (
          <p className="proposal-waiting">
            {t(
              '{waiting, plural, one {# event from the phone waits for this decision} other {# events from the phone wait for this decision}}. Approved: stored for the customer. Refused: kept as visits without a customer.',
              { waiting },
            )}
          </p>
        )}
      </header>
      {isOpen && <Duplicates {...formProps} />}
      {!isOpen ? (
        <Decided proposal={proposal} onChanged={onChanged} />
      ) : type === 'new customer' ? (
        <NewCustomerForm {...formProps} />
      ) : (
        <CorrectionForm {...formProps} />
      )}
      {isRefusing && (
        <RefuseDialog
          proposal={proposal}
          onClose={() => setRefusing(false)}
          onRefused={async (decided) => {
            setRefusing(false)
            await announce(decided)
          }}
        />
      )}
    </article>
  )
}

const withName = (value: string | null | undefined, names: Names[string] | undefined): string =>
  value ? nameCodes(value, names, value) : ''

function Decided({ proposal, onChanged }: Pick<DetailProps, 'proposal' | 'onChanged'>): ReactNode {
  const { state, decidedAt, decidedBy, note, proposed, before, batch, type, names } = proposal
  const may = useMay()
  const { isBusy, runOnce } = useBusy()
  const values = Object.entries(proposed).map(([name, value]) => ({
    name,
    label: labelOfField(name),
    ...(type === 'correction' && { before: withName(before[name], names[name]) }),
    after: withName(value, names[name]),
  }))
  return (
    <>
      <p className={`proposal-decision proposal-${state}`}>
        {decidedAt !== null && (
          <RichText
            message={
              state === 'approved'
                ? 'Approved by {by} on <time></time>.'
                : 'Refused by {by} on <time></time>.'
            }
            values={{ by: decidedBy ?? '' }}
            tags={{ time: () => <Moment at={decidedAt} /> }}
          />
        )}{' '}
        {note}
      </p>
      <ChangeTable caption={t('Proposed values')} values={values} />
      {batch !== null && may('update', 'batch') && (
        <p>
          <Button busy={isBusy} onClick={() => void runOnce(() => undoChanges(batch, onChanged))}>
            {t('Undo the approval')}
          </Button>
        </p>
      )}
    </>
  )
}
