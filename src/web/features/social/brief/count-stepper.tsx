import { limits } from '../../../../shared/limits.ts'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** How many drafts are written side by side. */
export function CountStepper({ count, onChange }: { count: number; onChange: (count: number) => void }) {
  const step = (by: 1 | -1, label: string) => {
    const next = count + by
    const allowed = next >= 1 && next <= limits.socialDrafts
    return (
      <Button
        icon
        tone="quiet"
        aria-label={label}
        aria-disabled={!allowed}
        onClick={() => allowed && onChange(next)}
        className={allowed ? '' : 'opacity-50'}
      >
        {by === 1 ? <PlusIcon width={16} height={16} /> : <span aria-hidden="true">−</span>}
      </Button>
    )
  }
  return (
    <fieldset className="flex flex-none items-center">
      <legend className="sr-only">How many drafts, up to {limits.socialDrafts}</legend>
      {step(-1, 'One draft less')}
      <output className="display min-w-4 text-center text-[15px] font-semibold tabular-nums">
        {count}
        <span className="sr-only"> {count === 1 ? 'draft' : 'drafts'}</span>
      </output>
      {step(1, 'One draft more')}
    </fieldset>
  )
}
