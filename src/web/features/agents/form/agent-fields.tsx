import { type ComponentType, Fragment, type ReactNode } from 'react'
import { type Category, categories, categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import { agentFields, type FieldName } from '../../../../shared/agents/agent-fields.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { DrawnFile } from '../../../blocks/form/form-draft.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import type { FieldProps } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ImagePicker } from '../../../ui/picture/image-picker.tsx'
import { useLookUpPicture } from '../api/look-up-picture.ts'
import { DrawPortrait } from './draw-portrait.tsx'
import { ModelField } from './model-field.tsx'
import * as texts from './texts.ts'
import { ToolsField } from './tools-field.tsx'

function NameField(field: FieldProps<string>) {
  return <TextField {...field} label={agentFields.name.label} required />
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
  return (
    <ChoiceField
      {...field}
      label={agentFields.category.label}
      look="cards"
      choices={categoryChoices}
      required
    />
  )
}

export function DescriptionField(field: FieldProps<string> & { hint?: string }) {
  return <TextField {...field} label={agentFields.description.label} rows={3} required />
}

export function InstructionsField(field: FieldProps<string> & { hint: string }) {
  return <TextField {...field} label={texts.instructionsField} rows={4} required />
}

/** A comma-separated list in one line. @param fallback the default if it is empty; without it the list is required */
export function ListField({ fallback, ...field }: FieldProps<string> & { fallback?: readonly string[] }) {
  const { label } = agentFields[field.name as FieldName]
  return fallback ? (
    <TextField
      {...field}
      label={label}
      hint={texts.listHintWithDefault(limits.listItems, fallback.join(', '))}
    />
  ) : (
    <TextField {...field} label={label} hint={texts.listHint(limits.listItems)} required />
  )
}

export function PersonalityField(field: FieldProps<string> & { hint: string; rows: number }) {
  return <TextField {...field} label={agentFields.personality.label} required />
}

/** Choosing a file, an address or a portrait clears the others. */
export function PictureField(props: {
  form: {
    values: { file: DrawnFile | null; imageUrl: string; category: Category | '' }
    change: (chosen: { file: DrawnFile | null; imageUrl: string }) => void
    errors: { imageUrl?: string | undefined }
  }
  /** Whether a portrait is being drawn, for which the form must wait: the state is the form's. */
  drawing: readonly [boolean, (drawing: boolean) => void]
  /** The seed of a portrait that the form had before the page was left. */
  lost?: string | undefined
  hint?: string
  required?: boolean
}) {
  const { values, change, errors } = props.form
  const lookUp = useLookUpPicture()
  return (
    <ImagePicker
      name="imageUrl"
      label={agentFields.imageUrl.label}
      file={values.file}
      url={values.imageUrl}
      onChange={(file, imageUrl) => change({ file, imageUrl })}
      lookUp={lookUp}
      error={errors.imageUrl}
      hint={props.hint}
      {...(props.required && { required: true })}
    >
      <DrawPortrait
        category={values.category}
        file={values.file}
        url={values.imageUrl}
        lost={props.lost}
        drawing={props.drawing[0]}
        onDrawing={props.drawing[1]}
        onDrawn={(file) => change({ file, imageUrl: '' })}
      />
    </ImagePicker>
  )
}

function TokenField(field: FieldProps<string>) {
  return <TextField {...field} label={agentFields.pumpToken.label} hint={texts.tokenHint} code />
}

export const formSections = ['who', 'voice', 'knowledge', 'picture', 'model', 'tools'] as const
export type FormSection = (typeof formSections)[number]

/** How each field stands in forms; one without a control has another in each form. */
const views = {
  name: { section: 'who', Control: NameField },
  category: { section: 'who', Control: CategoryField },
  description: { section: 'who', Control: DescriptionField },
  personality: { section: 'voice' },
  capabilities: { section: 'knowledge', Control: ListField },
  knowledgeDomains: { section: 'knowledge', Control: ListField },
  imageUrl: { section: 'picture' },
  pumpToken: { section: 'knowledge', Control: TokenField },
  model: { section: 'model', Control: ModelField },
  tools: { section: 'tools', Control: ToolsField },
} as const satisfies Record<FieldName, { section: FormSection; Control?: unknown }>

type WithControl = {
  [Name in FieldName]: (typeof views)[Name] extends { Control: unknown } ? Name : never
}[FieldName]

export const sectionOf = (name: FieldName): FormSection => views[name].section

/** @param own the controls of fields that are this form's own, or have another control in it */
export function AgentFields<Name extends string>(props: {
  form: { field: (name: Name) => unknown }
  names: readonly Name[]
  own: Record<Exclude<Name, WithControl>, ReactNode> & Partial<Record<Name, ReactNode>>
}) {
  return props.names.map((name) => {
    if (name in props.own) return <Fragment key={name}>{props.own[name]}</Fragment>
    const Control = views[name as Name & WithControl].Control as ComponentType<FieldProps<string>>
    return <Control key={name} {...(props.form.field(name) as FieldProps<string>)} />
  })
}
