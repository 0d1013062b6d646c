import { Button } from '../button.tsx'
import { PlusIcon } from '../icons.tsx'

export function Stepper(props: {
  /** The first button takes the focus if the number is invalid. */
  name?: string
  value: number
  min: number
  max: number
  /** As in `1 round` and `2 rounds`. */
  unit: string
  /** The accessible names of the buttons. */
  less: string
  more: string
  tone?: 'plain' | 'quiet'
  /** Additional classes of the number. */
  look?: string
  onChange: (value: number) => void
}) {
  const { value, min, max } = props
  const step = (by: 1 | -1) => {
    const isAllowed = value + by >= min && value + by <= max
    return (
      <Button
        icon
        name={props.name}
        tone={props.tone ?? 'plain'}
        aria-label={by === 1 ? props.more : props.less}
        aria-disabled={!isAllowed}
        onClick={() => isAllowed && props.onChange(value + by)}
        className={isAllowed ? '' : 'opacity-50'}
      >
        {by === 1 ? <PlusIcon width={16} height={16} /> : <span aria-hidden="true">−</span>}
      </Button>
    )
  }
  return (
    <>
      {min !== max && step(-1)}
      <output className={`display text-center text-15 font-semibold tabular-nums ${props.look ?? 'min-w-8'}`}>
        {value}
        <span className="sr-only">{` ${props.unit}${value === 1 ? '' : 's'}`}</span>
      </output>
      {min !== max && step(1)}
    </>
  )
}
