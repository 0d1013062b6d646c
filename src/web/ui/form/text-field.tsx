import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { lengthOf } from '../../../shared/text/plain-text.ts'
import { Field, type FieldProps } from './field.tsx'
import { keepGrown } from './grow-with-text.ts'

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
          readOnly: props.readOnly,
          placeholder: props.placeholder,
          inputMode: props.inputMode,
          enterKeyHint: props.enterKeyHint,
          autoComplete: 'off',
          ...((props.code || props.secret) && { spellCheck: false, autoCapitalize: 'none' }),
        }
        return rows ? (
          <TextArea
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

/** As high as its text, also in browsers whose styles can't say so. */
function TextArea(props: ComponentProps<'textarea'>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const grown = useRef<ReturnType<typeof keepGrown>>(undefined)
  useLayoutEffect(() => {
    if (!area.current || CSS.supports('field-sizing', 'content')) return
    grown.current = keepGrown(area.current)
    return grown.current.stop
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => grown.current?.grow(), [props.value])
  return <textarea ref={area} {...props} />
}
