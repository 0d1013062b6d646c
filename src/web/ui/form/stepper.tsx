import { Button } from '../button.tsx'
import { PlusIcon } from '../icons.tsx'

/** A small number between a button that takes one away and one that adds one. */
export function Stepper(props: {
  /** Of the buttons, the first of which takes the focus where the number is wrong. */
  name?: string
  value: number
  min: number
  max: number
  /** What is counted, as in `1 round` and `2 rounds`. */
  unit: string
  /** What a screen reader says of the buttons. */
  less: string
  more: string
  tone?: 'plain' | 'quiet'
  /** More classes of the number. */
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
      <output
        className={`display text-center text-[15px] font-semibold tabular-nums ${props.look ?? 'min-w-8'}`}
      >
        {value}
        <span className="sr-only">{` ${props.unit}${value === 1 ? '' : 's'}`}</span>
      </output>
      {min !== max && step(1)}
    </>
  )
}
