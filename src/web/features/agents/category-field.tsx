import type { UseFormRegisterReturn } from 'react-hook-form'
import { categories, categoryNames } from '../../../shared/agents/agent-defaults.ts'
import { ChoiceField } from '../../ui/form/choice-field.tsx'

const choices = categories.map((value) => ({ value, label: categoryNames[value], light: `hue-${value}` }))

/** Section 5: the four form categories, one of which has to be chosen. */
export function CategoryField(props: { control: UseFormRegisterReturn; error?: string | undefined }) {
  return (
    <ChoiceField
      label="Category"
      look="cards"
      choices={choices}
      control={() => props.control}
      required
      error={props.error}
    />
  )
}
