import { type ReactNode, useId } from 'react'

/** What a form gives to one of its fields: spread it on the field's component. */
export interface FieldProps<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  /** What is wrong with it, where that is to be shown. */
  error: string | undefined
  /** How many characters it can have. */
  max?: number | undefined
}

/** Says for the eye that a field can't be left out; a screen reader hears it from the control itself. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-cyan">
      {' *'}
    </span>
  )
}

/** What is wrong with a field. `id` is what its control is described by; there is nothing where nothing is wrong. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm text-[#ff8ba0]">
      {children}
    </p>
  )
}

/** What a control needs to belong to its field: spread it on the input. */
export interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A label, its control, a hint, and the message of what is wrong, tied together for eye and screen reader. */
export function Field(props: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** Characters used and allowed; shown once the text comes near the limit. */
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
