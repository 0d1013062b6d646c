import { useId } from 'react'
import { type SwarmMode, swarmModes } from '../../../../shared/swarm/swarm-plan.ts'
import { FieldError, type FieldProps } from '../../../ui/form/field.tsx'
import { modeNames } from '../actions/run-words.ts'
import * as texts from '../texts.ts'
import { ModeDiagram } from './mode-diagram.tsx'

const explanations: Record<SwarmMode, string> = {
  parallel: texts.modeParallel,
  debate: texts.modeDebate,
  relay: texts.modeRelay,
}

export function ModeField(props: FieldProps<SwarmMode>) {
  const id = useId()
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={props.error !== undefined}
      aria-describedby={props.error && `${id}-error`}
      className="grid min-w-0 gap-2"
    >
      <p id={`${id}-label`} className="label text-soft">
        {texts.howTheyWork}
      </p>
      <div className="grid gap-2.5 md:grid-cols-3">
        {swarmModes.map((mode) => (
          <label
            key={mode}
            className="relative flex cursor-pointer items-center gap-4 rounded-[3px] border border-line-strong p-4 text-soft transition-colors hover:text-text has-checked:border-(--hue) has-checked:bg-[color-mix(in_oklab,var(--hue)_14%,transparent)] has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan md:flex-col md:items-start md:gap-3"
          >
            <input
              type="radio"
              name={props.name}
              value={mode}
              checked={mode === props.value}
              onChange={() => props.onChange(mode)}
              aria-describedby={`${id}-${mode}`}
              aria-label={modeNames[mode]}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span className="flex-none max-md:w-20">
              <ModeDiagram mode={mode} />
            </span>
            <span className="grid min-w-0 gap-1">
              <span className="display text-15 leading-snug font-semibold">{modeNames[mode]}</span>
              <span id={`${id}-${mode}`} className="text-13 leading-[1.4] text-muted">
                {explanations[mode]}
              </span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{props.error}</FieldError>
    </div>
  )
}
