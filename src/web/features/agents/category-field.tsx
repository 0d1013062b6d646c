import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { categories, categoryNames } from '../../../shared/agents.ts'

/** Section 5: the four form categories, one of which has to be chosen. */
export function CategoryField(props: { control: UseFormRegisterReturn; error?: string | undefined }) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required="true"
      aria-invalid={props.error !== undefined}
      aria-describedby={props.error && `${id}-error`}
      className="grid min-w-0 gap-2"
    >
      <p id={`${id}-label`} className="label text-soft">
        Category
        <span aria-hidden="true" className="text-cyan">
          {' '}
          *
        </span>
      </p>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {categories.map((category) => (
          <label
            key={category}
            className={`display hue-${category} relative flex min-h-12 cursor-pointer items-center gap-3 rounded-[3px] border border-line-strong px-4 text-sm font-medium tracking-[0.04em] text-soft transition-colors hover:text-text has-checked:border-(--hue) has-checked:bg-[color-mix(in_oklab,var(--hue)_14%,transparent)] has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan`}
          >
            <input
              {...props.control}
              type="radio"
              value={category}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span aria-hidden="true" className="dot" />
            {categoryNames[category]}
          </label>
        ))}
      </div>
      {props.error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-[#ff8ba0]">
          {props.error}
        </p>
      )}
    </div>
  )
}
