import { type ReactNode, useId } from 'react'

/** The props that a form passes to a field: spread them on the field's component. */
export interface FieldProps<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  /** The error message, if one is to be shown. */
  error: string | undefined
  /** The maximum length in characters. */
  max?: number | undefined
}

/** Marks a field as required, visually only; screen readers announce it from the control. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-cyan">
      {' *'}
    </span>
  )
}

/** The error message of a field; renders nothing without one. `id` is for the control's `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm text-[#ff8ba0]">
      {children}
    </p>
  )
}

/** The props that connect a control to its field: spread them on the input. */
interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A label, its control, a hint and an error message, connected for screen readers. */
export function Field(props: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** The length of the text and its limit, in characters; shown once the text is over 80% of the limit. */
  count?: { used: number; max: number }
  children: (control: FieldControl) => ReactNode
}) {
  const id = useId()
  const nearLimit = props.count && props.count.used > props.count.max * 0.8
  const describedBy = [props.error && `${id}-error`, props.hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="label text-soft">
          {props.label}
          {props.required && <RequiredMark />}
        </label>
        {props.count && nearLimit && (
          <span
            className={`text-xs tabular-nums ${props.count.used > props.count.max ? 'text-bad' : 'text-muted'}`}
          >
            {props.count.used.toLocaleString('en-US')} / {props.count.max.toLocaleString('en-US')}
          </span>
        )}
      </div>
      {props.children({
        id,
        'aria-invalid': Boolean(props.error),
        'aria-describedby': describedBy || undefined,
      })}
      <FieldError id={`${id}-error`}>{props.error}</FieldError>
      {props.hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {props.hint}
        </p>
      )}
    </div>
  )
}
