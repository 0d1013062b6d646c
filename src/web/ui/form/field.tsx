import { type ReactNode, useId } from 'react'

/** Spread on the field's component. */
export interface FieldProps<Value> {
  name: string
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
  /** In characters. */
  max?: number | undefined
  readOnly?: boolean
}

/** For the eyes only; screen readers announce it from the control. */
export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-cyan">
      {' *'}
    </span>
  )
}

/** `id` is for the control's `aria-describedby`. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} role="alert" className="text-sm text-[#ff8ba0]">
      {children}
    </p>
  )
}

/** Spread on the input. */
interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

export function Field(props: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  /** In characters; shown once the text is over 80% of the limit. */
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
