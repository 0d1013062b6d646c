import {
  type Category,
  categories,
  categoryNames,
  DEFAULT_IMAGE_URL,
} from '../../../../shared/agents/agent-defaults.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ImagePicker } from '../../../ui/picture/image-picker.tsx'
import { useLookUpPicture } from '../api/look-up-picture.ts'
import * as texts from '../texts.tsx'
import { DrawPortrait } from './draw-portrait.tsx'

/** The fields of all forms of agents. */

export function NameField(field: FieldProps<string>) {
  return <TextField {...field} label={texts.nameField} required />
}

export function HandleField(field: FieldProps<string>) {
  return (
    <TextField
      {...field}
      label={texts.handleField}
      hint={texts.handleHint(limits.handle.min, limits.handle.max)}
      code
    />
  )
}

const categoryChoices = categories.map((value) => ({
  value,
  label: categoryNames[value],
  light: `hue-${value}`,
}))

/** Section 5: the four categories of the forms; one is required. */
export function CategoryField(field: Omit<FieldProps<Category>, 'value'> & { value: Category | '' }) {
  return <ChoiceField {...field} label={texts.category} look="cards" choices={categoryChoices} required />
}

export function DescriptionField(field: FieldProps<string> & { hint?: string }) {
  return <TextField {...field} label={texts.descriptionField} rows={3} required />
}

export function InstructionsField(field: FieldProps<string> & { hint: string }) {
  return <TextField {...field} label={texts.instructionsField} rows={4} required />
}

/** A comma-separated list in one line. @param fallback the default if it is empty; without it the list is required */
export function ListField({
  fallback,
  ...field
}: FieldProps<string> & { label: string; fallback?: readonly string[] }) {
  return fallback ? (
    <TextField {...field} hint={texts.listHintWithDefault(limits.listItems, fallback.join(', '))} />
  ) : (
    <TextField {...field} hint={texts.listHint(limits.listItems)} required />
  )
}

/**
 * A picture from a file, an address or the portrait generator; choosing one clears the others. With `seed` a portrait is
 * generated until something else is chosen, and removing it chooses the default image.
 */
export function PictureField(props: {
  form: {
    values: { file: File | null; imageUrl: string; category: Category | '' }
    change: (chosen: { file: File | null; imageUrl: string }) => void
    errors: { imageUrl?: string | undefined }
  }
  seed?: string
  hint?: string
  required?: boolean
}) {
  const { values, change, errors } = props.form
  const lookUp = useLookUpPicture()
  const none = props.seed === undefined ? '' : DEFAULT_IMAGE_URL
  const isOpen = values.file === null && values.imageUrl === ''
  return (
    <ImagePicker
      name="imageUrl"
      label={texts.imageField}
      file={values.file}
      url={values.imageUrl}
      onChange={(file, imageUrl) => change({ file, imageUrl: file ? '' : imageUrl || none })}
      lookUp={lookUp}
      error={errors.imageUrl}
      hint={props.hint}
      {...(props.required && { required: true })}
    >
      <DrawPortrait
        category={values.category}
        file={values.file}
        seed={isOpen ? props.seed : undefined}
        onDrawn={(file) => change({ file, imageUrl: '' })}
      />
    </ImagePicker>
  )
}

export function TokenField(field: FieldProps<string>) {
  return <TextField {...field} label={texts.tokenField} hint={texts.tokenHint} code />
}
