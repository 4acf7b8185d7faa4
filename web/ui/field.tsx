import { useId, type ReactNode } from 'react'
import './screens.css'
import { t } from '#domain/messages/t.ts'

/** Attributes that connect a control with its label, hint and problem; spread them onto the control. */
export interface ControlAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  isOptional?: boolean
  /** Several controls under one label, such as radio buttons. */
  isGroup?: boolean
  children: (attributes: ControlAttributes) => ReactNode
  /** Content beside the control, such as a checkbox for "no value". */
  aside?: ReactNode
}

export function Field(props: FieldProps): ReactNode {
  const { label, hint, problem, isOptional = false, isGroup = false, children, aside } = props
  const id = useId()
  const hintId = `${id}-hint`
  const problemId = `${id}-problem`
  const describedBy = [hint && hintId, problem && problemId].filter(Boolean).join(' ') || undefined
  const labelContent = (
    <>
      {label}
      {isOptional && <span className="field-optional"> {t('(optional)')}</span>}
    </>
  )
  const body = (
    <>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': problem ? true : undefined })}
      {aside}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {/* Always rendered, so that screen readers announce a problem that appears while typing. */}
      <p className="field-problem" id={problemId} aria-live="polite">
        {problem}
      </p>
    </>
  )
  if (isGroup) {
    return (
      <fieldset className="field" aria-describedby={describedBy}>
        <legend className="field-label">{labelContent}</legend>
        {body}
      </fieldset>
    )
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {labelContent}
      </label>
      {body}
    </div>
  )
}
