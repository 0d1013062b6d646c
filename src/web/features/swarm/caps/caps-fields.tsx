import { limits } from '../../../../shared/common/limits.ts'
import { fewestWords } from '../../../../shared/swarm/swarm.ts'
import { capsOf, type SwarmMode } from '../../../../shared/swarm/swarm-plan.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { RoundsStepper } from './rounds-stepper.tsx'

/** What a phase may come to, as it stands in a form: words are null while what was typed is no number. */
export interface CapsValues {
  rounds: number
  words: number | null
}

/** Offered beside the field; those that would say too little, or more than the turns can use, are not. */
const PRESETS = [600, 1_200, 2_400, 6_000]

/**
 * The caps on rounds and words of a phase, and what they come to, said before anything is asked of a model.
 * @param seats how many agents there are that answer
 * @param foreseen whether so many are not chosen yet, but the fewest that a run takes
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
          <Field label="Words" error={errors.words}>
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
          label="Or choose"
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

/** What the caps come to, in a sentence; how many words are needed where they are too few. */
function capsText(
  phase: { seats: number; rounds: number; words: number | null },
  foreseen: boolean | undefined,
): string {
  const { seats, rounds, words } = phase
  const fewest = fewestWords({ seats, rounds })
  const { max } = limits.swarmWords
  if (words === null || words < fewest || words > max)
    return `Give from ${fewest.toLocaleString('en-US')} to ${max.toLocaleString('en-US')} words, the synthesis included.`
  const caps = capsOf({ seats, rounds, words })
  const most = caps.words.toLocaleString('en-US')
  const agents = `${seats} ${seats === 1 ? 'agent' : 'agents'}`
  return `${foreseen ? `With the fewest, ${agents}` : agents}: at most ${caps.turns} turns and ${most} words, the synthesis included. About ${caps.each} words for each.`
}
