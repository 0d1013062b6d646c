import { useId } from 'react'
import { FieldError } from '../../../ui/form/field.tsx'
import { Stepper } from '../../../ui/form/stepper.tsx'
import * as texts from '../texts.ts'

/** The field for the number of rounds; only a text if there is no choice. */
export function RoundsStepper(props: {
  rounds: number
  min: number
  max: number
  error: string | undefined
  onChange: (rounds: number) => void
}) {
  const { rounds, min, max } = props
  const id = useId()
  return (
    <fieldset aria-describedby={props.error && `${id}-error`} className="grid min-w-0 content-start gap-2">
      <legend className="label mb-2 text-soft">{texts.rounds}</legend>
      <div className="flex min-h-12 items-center gap-1">
        <Stepper
          name="rounds"
          value={rounds}
          min={min}
          max={max}
          unit={texts.round}
          less={texts.oneLess}
          more={texts.oneMore}
          onChange={props.onChange}
          {...(min === max && { look: 'mr-3' })}
        />
        {min === max && <span className="text-sm text-muted">{texts.allAtOnce}</span>}
      </div>
      <FieldError id={`${id}-error`}>{props.error}</FieldError>
    </fieldset>
  )
}
