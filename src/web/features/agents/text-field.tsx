import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { Field } from '../../ui/form/field.tsx'

/**
 * One line of text, or several with `rows`, as a field of a form. Over its limit nothing is cut:
 * the count turns red and sending says why.
 */
export function TextField<Values extends FieldValues>(props: {
  control: Control<Values>
  name: FieldPath<Values>
  label: string
  hint?: string
  max?: number
  rows?: number
  required?: boolean
  placeholder?: string
  /** Text that is no prose: no spelling marks, no capital letters made by a phone. */
  code?: boolean
}) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const text: string = field.value
  return (
    <Field
      label={props.label}
      hint={props.hint}
      error={fieldState.error?.message}
      {...(props.required && { required: true })}
      {...(props.max && { count: { used: text.length, max: props.max } })}
    >
      {(control) => {
        const shared = {
          ...control,
          ...field,
          'aria-required': props.required,
          placeholder: props.placeholder,
          autoComplete: 'off',
          ...(props.code && { spellCheck: false, autoCapitalize: 'none' }),
        }
        return props.rows ? (
          <textarea
            {...shared}
            rows={props.rows}
            className="input field-sizing-content max-h-96 resize-y"
            style={{ minHeight: `calc(${props.rows}lh + 24px)` }}
          />
        ) : (
          <input {...shared} type="text" className="input" />
        )
      }}
    </Field>
  )
}
