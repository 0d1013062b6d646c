import { useId } from 'react'
import { CheckIcon } from '../../../ui/icons.tsx'

/** Whether a new realm is kept out of the list. */
export function UnlistedChoice(props: { chosen: boolean; onChange: (chosen: boolean) => void }) {
  const meaning = useId()
  return (
    <div>
      <label className="-my-2 flex min-h-11 cursor-pointer items-center gap-3 py-2">
        <span className="grid flex-none place-items-center">
          <input
            type="checkbox"
            name="unlisted"
            className="peer col-start-1 row-start-1 size-5 cursor-pointer appearance-none rounded-[3px] border border-line-strong bg-deep transition-colors checked:border-cyan checked:bg-cyan hover:border-cyan"
            aria-describedby={meaning}
            checked={props.chosen}
            onChange={(event) => props.onChange(event.target.checked)}
          />
          <CheckIcon
            width={16}
            height={16}
            strokeWidth={2.6}
            className="pointer-events-none invisible col-start-1 row-start-1 text-ink peer-checked:visible"
          />
        </span>
        <span className="text-[15px] leading-snug">Unlisted: opens by its link alone</span>
      </label>
      <p id={meaning} className="mt-2 text-sm text-muted">
        No list and no search shows it. Whoever has the link can read it, and speak with a wallet.
      </p>
    </div>
  )
}
