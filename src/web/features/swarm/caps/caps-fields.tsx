import { useId } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { fewestWords } from '../../../../shared/swarm/swarm.ts'
import { capsOf, type SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Field, FieldError } from '../../../ui/form/field.tsx'
import { Stepper } from '../../../ui/form/stepper.tsx'
import * as texts from '../texts.ts'

/** `words` is null while the typed text is not a number. */
export interface CapsValues {
  rounds: number
  words: number | null
}

/** Suggestions beside the field; those below the minimum, or above what the turns can use, are not shown. */
const PRESETS = [600, 1_200, 2_400, 6_000]

/**
 * What the caps amount to is shown before a model is asked.
 * @param foreseen `seats` is the minimum of a run, because fewer agents are chosen so far
 */
export function CapsFields(props: {
  mode: SwarmMode
  seats: number
  foreseen?: boolean
  rounds: number
  words: number | null
  onChange: (changed: Partial<CapsValues>) => void
  errors: { rounds?: string | undefined; words?: string | undefined }
}) {
  const { mode, seats, rounds, words, onChange, errors } = props
  const fewest = fewestWords({ seats, rounds })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <RoundsStepper
          rounds={rounds}
          {...limits.swarmRounds[mode]}
          error={errors.rounds}
          onChange={(next) => onChange({ rounds: next })}
        />
        <div className="w-36">
          <Field label={texts.words} error={errors.words}>
            {(field) => (
              <input
                {...field}
                name="words"
                type="number"
                inputMode="numeric"
                min={fewest}
                max={limits.swarmWords.max}
                step={100}
                autoComplete="off"
                value={words ?? ''}
                onChange={({ target }) => onChange({ words: readWords(target.value) })}
                className="input tabular-nums"
              />
            )}
          </Field>
        </div>
        <ChoiceField
          label={texts.orChoose}
          look="chips"
          choices={presetsFor(seats, rounds).map((value) => ({
            value: String(value),
            label: value.toLocaleString('en-US'),
          }))}
          name="usualWords"
          value={String(words)}
          onChange={(value) => onChange({ words: Number(value) })}
        />
      </div>
      <p className="text-sm text-soft">{capsText({ seats, rounds, words }, props.foreseen)}</p>
    </div>
  )
}

function readWords(text: string): number | null {
  const words = Number(text)
  return text.trim() !== '' && Number.isFinite(words) ? words : null
}

function presetsFor(seats: number, rounds: number): number[] {
  const useful = capsOf({ seats, rounds, words: limits.swarmWords.max }).words
  const fewest = fewestWords({ seats, rounds })
  return PRESETS.filter((words, index) => words >= fewest && (PRESETS[index - 1] ?? 0) < useful)
}

/** What the caps amount to, in a sentence; or the allowed range if the number of words is not valid. */
function capsText(
  phase: { seats: number; rounds: number; words: number | null },
  foreseen: boolean | undefined,
): string {
  const { seats, rounds, words } = phase
  const fewest = fewestWords({ seats, rounds })
  const { max } = limits.swarmWords
  if (words === null || words < fewest || words > max)
    return texts.giveWords(fewest.toLocaleString('en-US'), max.toLocaleString('en-US'))
  const caps = capsOf({ seats, rounds, words })
  const most = caps.words.toLocaleString('en-US')
  const may = texts.mayTake(caps.turns, most, caps.each)
  return `${foreseen ? texts.withTheFewest(texts.countOfAgents(seats)) : texts.countOfAgents(seats)}: ${may}`
}

function RoundsStepper(props: {
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
