import { useState, type ReactNode } from 'react'
import type { RoleRow } from '#domain/api/access/roles.ts'
import { requireFactor } from '../api/access.ts'
import { freshAccount } from '../api/accounts.ts'
import { ApiProblem, sentenceOf } from '../api/api-problem.ts'
import { DeferredConfirmDialog } from '../ui/deferred-confirm-dialog.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

/** Requires a second factor of the accounts with a role; saved at once, after a question if some of them have none. */
export function RequiredFactor({
  row,
  onChange,
}: {
  row: RoleRow
  /** Called with the version that was saved, or without one if someone else changed the role meanwhile. */
  onChange: (saved?: number) => void
}): ReactNode {
  const { role, name, requiresFactor, withoutFactor, version } = row
  const [isAsking, setAsking] = useState(false)
  const save = {
    send: async (required: boolean) => {
      try {
        return await requireFactor(role, { required, version })
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 409) onChange()
        throw error
      }
    },
    success: () =>
      requiresFactor
        ? t('{name} no longer requires a second factor', { name })
        : t('{name} now requires a second factor', { name }),
    failure: (error: unknown) => ({ text: t('{name} was not saved', { name }), detail: sentenceOf(error) }),
    onSuccess: async () => {
      setAsking(false)
      onChange(version + 1)
      // The role may be the own one.
      await freshAccount().catch(() => undefined)
    },
  }
  const { isBusy, submit } = useSubmit(save)
  const missing = t(
    '{count, plural, =0 {Everyone with this role has one.} one {# person with this role has none.} other {# people with this role have none.}}',
    { count: withoutFactor },
  )
  return (
    <div>
      <label className="choice">
        <input
          type="checkbox"
          aria-describedby="required-factor-hint"
          checked={requiresFactor}
          disabled={isBusy}
          onChange={({ target: { checked } }) =>
            checked && withoutFactor > 0 ? setAsking(true) : void submit(checked)
          }
        />
        {t('Second factor required')}
      </label>
      <p id="required-factor-hint" className="field-hint">
        {t('At log-in, also ask for a code of an authenticator app. Saved at once.')}
        {row.holders > 0 && ` ${missing}`}
      </p>
      {isAsking && (
        <DeferredConfirmDialog
          heading={t('Require a second factor?')}
          action={t('Require')}
          send={() => save.send(true)}
          success={save.success}
          failure={save.failure}
          onDone={save.onSuccess}
          onClose={() => setAsking(false)}
        >
          <p>{missing}</p>
          <p>
            {t(
              'Until they switch it on, they can do nothing else. Phones keep what is not sent. API tokens are not affected.',
            )}
          </p>
        </DeferredConfirmDialog>
      )}
    </div>
  )
}
