import { useId, type ReactNode } from 'react'
import '../styles/screens.css'

/** What ties a control to its label, hint and problem; spread it onto the control. */
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
  /** Beside the control, such as a tick that says there is no value. */
  aside?: ReactNode
}

export function Field(props: FieldProps): ReactNode {
  const { label, hint, problem, isOptional = false, isGroup = false, children, aside } = props
  const id = useId()
  const hintId = `${id}-hint`
  const problemId = `${id}-problem`
  const describedBy = [hint && hintId, problem && problemId].filter(Boolean).join(' ') || undefined
  const words = (
    <>
      {label}
      {isOptional && <span className="field-optional"> (optional)</span>}
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
      {/* Always there, so that a problem which appears while typing is read out. */}
      <p className="field-problem" id={problemId} aria-live="polite">
        {problem}
      </p>
    </>
  )
  if (isGroup) {
    return (
      <fieldset className="field" aria-describedby={describedBy}>
        <legend className="field-label">{words}</legend>
        {body}
      </fieldset>
    )
  }
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {words}
      </label>
      {body}
    </div>
  )
}
