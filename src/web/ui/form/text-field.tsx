import type { ComponentProps } from 'react'
import { lengthOf } from '../../../shared/text/plain-text.ts'
import { Field, type FieldProps } from './field.tsx'

/** One line of text, or several with `rows`. A text over the limit is not cut: the count turns red. */
export function TextField(
  props: FieldProps<string> & {
    label: string
    hint?: string
    rows?: number
    required?: boolean
    /** Not prose: spell checking and automatic capitals are turned off. */
    code?: boolean
    /** Is not shown while it is typed, and no password manager is asked for it. */
    secret?: boolean
    /** Additional classes of the control. */
    look?: string
  } & Pick<ComponentProps<'input'>, 'placeholder' | 'inputMode' | 'enterKeyHint'>,
) {
  const { rows, max, value, look = '' } = props
  return (
    <Field
      label={props.label}
      hint={props.hint}
      error={props.error}
      {...(props.required && { required: true })}
      {...(max && { count: { used: lengthOf(value.trim()), max } })}
    >
      {(control) => {
        const shared = {
          ...control,
          name: props.name,
          value,
          onChange: (event: { target: { value: string } }) => props.onChange(event.target.value),
          'aria-required': props.required,
          placeholder: props.placeholder,
          inputMode: props.inputMode,
          enterKeyHint: props.enterKeyHint,
          autoComplete: 'off',
          ...((props.code || props.secret) && { spellCheck: false, autoCapitalize: 'none' }),
        }
        return rows ? (
          <textarea
            {...shared}
            rows={rows}
            className={`input field-sizing-content max-h-96 resize-y ${look}`}
            style={{ minHeight: `calc(${rows}lh + 24px)` }}
          />
        ) : (
          <input {...shared} type={props.secret ? 'password' : 'text'} className={`input ${look}`} />
        )
      }}
    </Field>
  )
}
