import { useId } from 'react'
import { CheckIcon } from '../icons.tsx'
import type { FieldProps } from './field.tsx'

export function CheckboxField(props: Omit<FieldProps<boolean>, 'error'> & { label: string; hint: string }) {
  const id = useId()
  return (
    <div>
      <label className="-my-2 flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <span className="grid flex-none place-items-center">
          <input
            type="checkbox"
            name={props.name}
            className="peer col-start-1 row-start-1 size-5 cursor-pointer appearance-none rounded-[3px] border border-field bg-deep transition-colors checked:border-cyan checked:bg-cyan hover:border-cyan"
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
        <span className="text-15 leading-snug">{props.label}</span>
      </label>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {props.hint}
      </p>
    </div>
  )
}
