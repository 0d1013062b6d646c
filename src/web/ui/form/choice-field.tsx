import { useId } from 'react'
import { FieldError, type FieldProps, RequiredMark } from './field.tsx'

/** `light` is the class of its colour. */
export interface Choice<Value extends string> {
  value: Value
  label: string
  light?: string
}

const looks = {
  cards: {
    group: 'grid gap-2.5 sm:grid-cols-2',
    choice: 'min-h-12 gap-3 rounded-[3px] px-4 text-sm',
  },
  chips: {
    group: 'flex flex-wrap gap-2',
    choice: 'min-h-11 gap-2.25 rounded-full px-4 text-13 md:min-h-9.5',
  },
}

export function ChoiceField<Value extends string>(props: {
  name: string
  label: string
  choices: readonly Choice<Value>[]
  look: keyof typeof looks
  /** Any other text if none is chosen. */
  value: NoInfer<Value> | ''
  onChange: (value: Value) => void
  required?: boolean
  error?: FieldProps<Value>['error']
}) {
  const id = useId()
  const look = looks[props.look]
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required={props.required}
      aria-invalid={props.error !== undefined}
      aria-describedby={props.error && `${id}-error`}
      className="grid min-w-0 gap-2"
    >
      <p id={`${id}-label`} className="label text-soft">
        {props.label}
        {props.required && <RequiredMark />}
      </p>
      <div className={look.group}>
        {props.choices.map(({ value, label, light }) => (
          <label
            key={value}
            className={`display relative flex cursor-pointer items-center border border-line-strong font-medium tracking-[0.04em] text-soft transition-colors hover:text-text has-checked:border-(--hue) has-checked:bg-[color-mix(in_oklab,var(--hue)_14%,transparent)] has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan ${look.choice} ${light ?? ''}`}
          >
            <input
              type="radio"
              name={props.name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
              className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            {light && <span aria-hidden="true" className="dot" />}
            {label}
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{props.error}</FieldError>
    </div>
  )
}
