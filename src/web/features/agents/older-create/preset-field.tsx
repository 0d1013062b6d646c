import { type UseFormReturn, useWatch } from 'react-hook-form'
import { personalityPresets, presetOf } from '../../../../shared/agents/agent-catalogue.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { TextField } from '../text-field.tsx'
import type { OlderCreateForm } from './older-create-values.ts'

const OWN = 'own'
const choices = [
  ...personalityPresets.map(({ id, name }) => ({ value: id, label: name })),
  { value: OWN, label: 'Own words' },
]

/** The base personality: a preset, a preset with changes, or the person's own words, which come back when asked for. */
export function PresetField({ form }: { form: UseFormReturn<OlderCreateForm> }) {
  const chosen = presetOf(useWatch({ control: form.control, name: 'personality' }))?.id ?? OWN
  const choose = (id: string) => {
    if (chosen === OWN) form.setValue('ownPersonality', form.getValues('personality'))
    const preset = personalityPresets.find((known) => known.id === id)
    form.setValue('personality', preset?.prompt ?? form.getValues('ownPersonality'), {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    })
  }
  return (
    <div className="grid gap-6">
      <ChoiceField
        label="Personality preset"
        look="chips"
        choices={choices}
        control={(value) => ({
          name: 'preset',
          checked: value === chosen,
          onChange: () => choose(value),
        })}
      />
      <TextField
        control={form.control}
        name="personality"
        label="Base personality"
        hint="Change it as you like. The tone and the custom instructions are joined to it."
        placeholder="You are..."
        max={limits.personality}
        rows={4}
        required
      />
    </div>
  )
}
