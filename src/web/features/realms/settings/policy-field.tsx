import { useId } from 'react'
import type { TurnPolicy } from '../../../../shared/realms/realms.ts'
import { FieldError, type FieldProps } from '../../../ui/form/field.tsx'
import * as texts from './texts.ts'

const choices: readonly { value: TurnPolicy; name: string; explained: string }[] = [
  {
    value: 'mentioned',
    name: texts.onlyMentioned,
    explained: texts.onlyMentionedAbout,
  },
  {
    value: 'round-robin',
    name: texts.inTurn,
    explained: texts.inTurnAbout,
  },
  {
    value: 'free',
    name: texts.whenMeant,
    explained: texts.whenMeantAbout,
  },
]

export function PolicyField(props: FieldProps<TurnPolicy>) {
  const id = useId()
  return (
    <fieldset aria-describedby={props.error && `${id}-error`} className="grid gap-2">
      <legend className="label pb-2 text-soft">{texts.whenAgentsSpeak}</legend>
      {choices.map(({ value, name, explained }) => (
        <label
          key={value}
          className="relative flex cursor-pointer gap-3 border-l-2 border-line-strong py-2 pr-2 pl-4 transition-colors hover:border-soft has-checked:border-cyan has-checked:bg-cyan/6 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cyan"
        >
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={props.value === value}
            onChange={() => props.onChange(value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span>
            <span className="display block text-15 font-medium">{name}</span>
            <span className="block text-sm text-muted">{explained}</span>
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`}>{props.error}</FieldError>
    </fieldset>
  )
}
