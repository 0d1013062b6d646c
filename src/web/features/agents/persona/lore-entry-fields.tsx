import { useState } from 'react'
import type { LoreEntry } from '../../../../shared/agents/persona.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { FieldErrors } from '../../../blocks/form/field-errors.ts'
import { MoveButtons } from '../../../blocks/form/move-buttons.tsx'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { type Choice, ChoiceField } from '../../../ui/form/choice-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { TrashIcon } from '../../../ui/icons.tsx'
import * as agentTexts from '../texts.ts'
import type { EntryValue } from './persona-values.ts'
import * as texts from './texts.ts'

const logics: Choice<'0' | '1' | '2' | '3'>[] = [
  { value: '0', label: texts.anyKey },
  { value: '3', label: texts.allKeys },
  { value: '1', label: texts.notAllKeys },
  { value: '2', label: texts.noKey },
]

const positions: Choice<'before_char' | 'after_char'>[] = [
  { value: 'before_char', label: texts.beforeCharacter },
  { value: 'after_char', label: texts.afterCharacter },
]

interface EntryProps {
  value: EntryValue
  index: number
  errors: FieldErrors<string>
  onChange: (next: EntryValue) => void
}

/** One entry of a lorebook, folded until it is opened, has an error, or is new. */
export function LoreEntryFields(
  props: EntryProps & { last: boolean; onMove: (by: 1 | -1) => void; onRemove: () => void },
) {
  const { value, index, errors, onChange } = props
  const { entry } = value
  const [isUnfolded, setUnfolded] = useState(value.keys === '' && entry.content === '')
  const isOpen = isUnfolded || Object.keys(errors).some((name) => name.startsWith(`entries.${index}.`))
  const title = entry.name || entry.comment || value.keys.split('\n')[0] || texts.entryNumber(index + 1)
  return (
    <li className="py-2">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setUnfolded(!isUnfolded)}
          className={`flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left hover:text-text ${entry.enabled ? 'text-soft' : 'text-muted line-through'}`}
        >
          <span className="truncate">{title}</span>
          {entry.constant && <span className="label flex-none text-cyan">{texts.always}</span>}
        </button>
        <MoveButtons name={title} first={index === 0} last={props.last} onMove={props.onMove} />
        <IconButton label={texts.removeEntry(title)} onClick={props.onRemove}>
          <TrashIcon width={16} height={16} />
        </IconButton>
      </div>
      {isOpen && (
        <div className="grid gap-5 pt-2 pb-5">
          <Words value={value} index={index} errors={errors} onChange={onChange} />
          <Places value={value} index={index} errors={errors} onChange={onChange} />
          <Switches value={value} index={index} errors={errors} onChange={onChange} />
        </div>
      )}
    </li>
  )
}

/** What the fields of an entry have in common: how each is named, and how it and its extensions are changed. */
function fieldsOf({ value, index, errors, onChange }: EntryProps) {
  const { entry } = value
  const change = (changed: Partial<LoreEntry>) => onChange({ ...value, entry: { ...entry, ...changed } })
  return {
    nameOf: (field: string) => `entries.${index}.${field}`,
    change,
    extend: (extensions: Record<string, unknown>, changed: Partial<LoreEntry> = {}) =>
      change({ ...changed, extensions: { ...entry.extensions, ...extensions } }),
    field: (name: 'keys' | 'secondaryKeys' | 'order' | 'scanDepth' | 'probability') => ({
      name: `entries.${index}.${name}`,
      value: value[name],
      error: errors[`entries.${index}.${name}`],
      onChange: (typed: string) => onChange({ ...value, [name]: typed }),
    }),
  }
}

/** By which words the entry is found, and its text. */
function Words(props: EntryProps) {
  const { entry, secondaryKeys } = props.value
  const { nameOf, change, extend, field } = fieldsOf(props)
  return (
    <>
      <TextField {...field('keys')} label={texts.keys} hint={texts.keysHint} rows={2} code />
      <TextField
        name={nameOf('content')}
        label={texts.entryText}
        rows={3}
        max={limits.personaText}
        value={entry.content}
        error={props.errors[nameOf('content')]}
        onChange={(content) => change({ content })}
      />
      <TextField
        {...field('secondaryKeys')}
        label={texts.secondaryKeys}
        hint={texts.secondaryKeysHint}
        rows={1}
        code
      />
      {secondaryKeys.trim() !== '' && (
        <ChoiceField
          name={nameOf('logic')}
          label={texts.keyLogic}
          choices={logics}
          look="chips"
          value={String(entry.extensions?.selectiveLogic ?? 0) as '0'}
          onChange={(logic) => extend({ selectiveLogic: Number(logic) })}
        />
      )}
    </>
  )
}

/** Where the entry stands in a prompt, how far back it is looked for, and how often it is taken. */
function Places(props: EntryProps) {
  const { entry } = props.value
  const { nameOf, extend, field } = fieldsOf(props)
  const position = entry.extensions?.position
  const isBefore = typeof position === 'number' ? position === 0 : entry.position === 'before_char'
  return (
    <>
      <ChoiceField
        name={nameOf('position')}
        label={texts.position}
        choices={positions}
        look="chips"
        value={isBefore ? 'before_char' : 'after_char'}
        onChange={(to) => extend({ position: to === 'before_char' ? 0 : 1 }, { position: to })}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...field('order')}
          label={agentTexts.order}
          hint={texts.entryOrderHint}
          inputMode="numeric"
        />
        <TextField
          {...field('scanDepth')}
          label={texts.entryMessages}
          hint={texts.entryMessagesHint}
          inputMode="numeric"
        />
        <TextField
          {...field('probability')}
          label={texts.probability}
          hint={texts.probabilityHint}
          inputMode="numeric"
        />
      </div>
    </>
  )
}

function Switches(props: EntryProps) {
  const { entry } = props.value
  const { nameOf, change, extend } = fieldsOf(props)
  return (
    <>
      <CheckboxField
        name={nameOf('constant')}
        label={texts.alwaysInclude}
        hint={texts.alwaysIncludeHint}
        value={entry.constant === true}
        onChange={(constant) => change({ constant })}
      />
      <CheckboxField
        name={nameOf('case')}
        label={texts.caseSensitive}
        hint={texts.caseSensitiveHint}
        value={entry.extensions?.case_sensitive === true || entry.case_sensitive === true}
        onChange={(on) => extend({ case_sensitive: on }, { case_sensitive: on })}
      />
      <CheckboxField
        name={nameOf('enabled')}
        label={texts.enabled}
        hint={texts.enabledHint}
        value={entry.enabled}
        onChange={(enabled) => change({ enabled })}
      />
    </>
  )
}
