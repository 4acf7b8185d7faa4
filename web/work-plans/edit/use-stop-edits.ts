import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import type { WorkPlanView } from '#domain/api/planning/work-plans.ts'
import { t } from '#domain/messages/t.ts'
import { ApiProblem, sentenceOf } from '../../api/api-problem.ts'
import { focusNoticeIfLost } from '../../ui/notices.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { stopsOf } from './plan-edits.ts'
import { saveStops, type EditedStop } from '../work-plans-api.ts'

interface Edit {
  version: number
  stops: readonly EditedStop[]
  /** The notice after it. */
  text: string
  /** The stops before it, for Undo; an undo has none. */
  before?: readonly EditedStop[]
}

interface StopEdits {
  isBusy: boolean
  save: (stops: readonly EditedStop[], text: string) => Promise<void>
  /** Runs once when the next change is saved and shown. */
  afterSave: (work: () => void) => void
}

/** Saves each change of the stops at once, with Undo; a plan that was changed elsewhere is shown as it is now. */
export function useStopEdits({ Plan_ID, version, days }: WorkPlanView): StopEdits {
  const { revalidate } = useRevalidator()
  const after = useRef<(() => void) | null>(null)
  const { isBusy, submit } = useSubmit({
    send: (edit: Edit) => saveStops(Plan_ID, edit.version, edit.stops),
    success: (saved, { text, before }) => ({
      text,
      ...(before && {
        action: {
          label: t('Undo'),
          run: () => void submit({ version: saved.version, stops: before, text: t('Undone') }),
        },
      }),
    }),
    failure: (error) =>
      error instanceof ApiProblem && error.status === 409
        ? {
            text: t('Your change was not saved. The plan is shown as it is now'),
            detail: sentenceOf(error),
          }
        : { text: t('Your change was not saved'), detail: sentenceOf(error) },
    onSuccess: async () => {
      await revalidate()
      // After the new order is on the page.
      setTimeout(() => {
        after.current?.()
        after.current = null
        focusNoticeIfLost()
      })
    },
    onFailure: async () => {
      after.current = null
      await revalidate()
    },
  })
  return {
    isBusy,
    save: async (stops, text) => {
      await submit({ version, stops, text, before: stopsOf(days) })
    },
    afterSave: (work) => {
      after.current = work
    },
  }
}
