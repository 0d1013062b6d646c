import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'

/** How many rounds there are; told where there is nothing to choose. */
export function RoundsStepper(props: {
  rounds: number
  min: number
  max: number
  error: string | undefined
  onChange: (rounds: number) => void
}) {
  const { rounds, min, max } = props
  const id = useId()
  const step = (by: 1 | -1, label: string) => {
    const next = rounds + by
    const allowed = next >= min && next <= max
    return (
      <Button
        icon
        aria-label={label}
        aria-disabled={!allowed}
        onClick={() => allowed && props.onChange(next)}
        className={allowed ? '' : 'opacity-50'}
      >
        {by === 1 ? <PlusIcon width={16} height={16} /> : <span aria-hidden="true">−</span>}
      </Button>
    )
  }
  return (
    <fieldset aria-describedby={props.error && `${id}-error`} className="grid min-w-0 content-start gap-2">
      <legend className="label mb-2 text-soft">Rounds</legend>
      <div className="flex min-h-12 items-center gap-1">
        {min !== max && step(-1, 'One round less')}
        <output
          name="rounds"
          className={`display text-center text-[15px] font-semibold tabular-nums ${min === max ? 'mr-3' : 'min-w-8'}`}
        >
          {rounds}
          <span className="sr-only"> {rounds === 1 ? 'round' : 'rounds'}</span>
        </output>
        {min !== max && step(1, 'One round more')}
        {min === max && <span className="text-sm text-muted">All answer at once</span>}
      </div>
      {props.error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-[#ff8ba0]">
          {props.error}
        </p>
      )}
    </fieldset>
  )
}
