import type { ComponentProps } from 'react'

/** Takes effect at once. Needs an `aria-label` or `aria-labelledby`. */
export function Switch(
  props: { on: boolean; onChange: (on: boolean) => void } & Pick<
    ComponentProps<'button'>,
    'aria-label' | 'aria-labelledby' | 'aria-describedby'
  >,
) {
  const { on, onChange, ...name } = props
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      {...name}
      onClick={() => onChange(!on)}
      className="group/switch grid min-h-11 flex-none place-items-center"
    >
      <span className="flex h-6 w-11 items-center rounded-full border border-line-strong bg-[rgb(127_214_255/0.05)] p-[3px] transition-colors group-hover/switch:border-cyan group-aria-checked/switch:border-cyan group-aria-checked/switch:bg-cyan/20">
        <span className="size-4 rounded-full bg-muted transition-[background-color,translate] duration-150 group-aria-checked/switch:translate-x-5 group-aria-checked/switch:bg-cyan" />
      </span>
    </button>
  )
}
