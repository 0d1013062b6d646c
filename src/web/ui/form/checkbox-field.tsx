import { useId } from 'react'
import { CheckIcon } from '../icons.tsx'
import type { FieldProps } from './field.tsx'

/** Something that a form has or has not, with a line that says what it means. */
export function CheckboxField(props: Omit<FieldProps<boolean>, 'error'> & { label: string; hint: string }) {
  const id = useId()
  return (
    <div>
      <label className="-my-2 flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <span className="grid flex-none place-items-center">
          <input
            type="checkbox"
            name={props.name}
            className="peer col-start-1 row-start-1 size-5 cursor-pointer appearance-none rounded-[3px] border border-line-strong bg-deep transition-colors checked:border-cyan checked:bg-cyan hover:border-cyan"
            aria-describedby={`${id}-hint`}
            checked={props.value}
            onChange={(event) => props.onChange(event.target.checked)}
          />
          <CheckIcon
            width={16}
            height={16}
            strokeWidth={2.6}
            className="pointer-events-none invisible col-start-1 row-start-1 text-ink peer-checked:visible"
          />
        </span>
        <span className="text-[15px] leading-snug">{props.label}</span>
      </label>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {props.hint}
      </p>
    </div>
  )
}

/** The same as a switch, where it is a setting of something that is there. */
export function SwitchField(props: Omit<FieldProps<boolean>, 'error'> & { label: string; hint: string }) {
  const id = useId()
  return (
    <div className="relative flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="label block cursor-pointer text-soft after:absolute after:inset-0">
          {props.label}
        </label>
        <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
          {props.hint}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={props.value}
        name={props.name}
        checked={props.value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => props.onChange(event.target.checked)}
        className="relative h-6 w-11 flex-none cursor-pointer appearance-none rounded-full border border-line-strong bg-[rgb(8_13_23/0.9)] transition-colors after:absolute after:top-1/2 after:left-1 after:size-4 after:-translate-y-1/2 after:rounded-full after:bg-muted after:transition-transform after:duration-150 checked:border-cyan checked:bg-cyan/15 checked:after:translate-x-5 checked:after:bg-cyan"
      />
    </div>
  )
}
