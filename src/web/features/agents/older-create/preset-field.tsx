import { personalityPresets, presetOf } from '../../../../shared/agents/agent-catalogue.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { OlderCreateValues } from './older-create-values.ts'
import * as texts from './texts.ts'

const OWN = 'own'
const choices = [
  ...personalityPresets.map(({ id, name }) => ({ value: id, label: name })),
  { value: OWN, label: texts.ownWords },
]

/** The base personality: a preset, a changed preset, or the person's own text, which can be restored. */
export function PresetField(props: {
  field: FieldProps<string>
  /** The person's own text while a preset is chosen. */
  own: string
  change: (changed: Partial<Pick<OlderCreateValues, 'personality' | 'ownPersonality'>>) => void
}) {
  const { field, own, change } = props
  const chosen = presetOf(field.value)?.id ?? OWN
  const choose = (id: string) => {
    const kept = chosen === OWN ? field.value : own
    const preset = personalityPresets.find((known) => known.id === id)
    change({ personality: preset?.prompt ?? kept, ownPersonality: kept })
  }
  return (
    <div className="grid gap-6">
      <ChoiceField
        name="preset"
        label={texts.personalityPreset}
        look="chips"
        choices={choices}
        value={chosen}
        onChange={choose}
      />
      <TextField
        {...field}
        label={texts.basePersonality}
        hint={texts.basePersonalityHint}
        placeholder={texts.basePersonalityPlaceholder}
        rows={4}
        required
      />
    </div>
  )
}
