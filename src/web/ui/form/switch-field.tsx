import { useId } from 'react'
import type { FieldProps } from './field.tsx'

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
