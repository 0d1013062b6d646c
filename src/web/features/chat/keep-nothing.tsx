import { useId } from 'react'

/** In a new conversation of a signed-in wallet: whether it ends with the page instead of being stored. */
export default function KeepNothing(props: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <button
        type="button"
        role="switch"
        aria-checked={props.on}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-meaning`}
        onClick={() => props.onChange(!props.on)}
        className="group/switch grid min-h-11 flex-none place-items-center"
      >
        <span className="flex h-6 w-11 items-center rounded-full border border-line-strong bg-[rgb(127_214_255/0.05)] p-[3px] transition-colors group-hover/switch:border-cyan group-aria-checked/switch:border-cyan group-aria-checked/switch:bg-cyan/20">
          <span className="size-4 rounded-full bg-muted transition-[background-color,translate] duration-150 group-aria-checked/switch:translate-x-5 group-aria-checked/switch:bg-cyan" />
        </span>
      </button>
      <div className="text-left text-sm leading-snug">
        <p id={`${id}-name`} className="text-text">
          Keep nothing
        </p>
        <p id={`${id}-meaning`} className="text-muted">
          {props.on
            ? 'This conversation stays in this page and ends with it.'
            : 'This conversation is stored for your wallet alone.'}
        </p>
      </div>
    </div>
  )
}
