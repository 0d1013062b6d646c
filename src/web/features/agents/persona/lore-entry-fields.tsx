import { useState } from 'react'
import type { LoreEntry } from '../../../../shared/agents/persona.ts'
import { limits } from '../../../../shared/common/limits.ts'
import type { FieldErrors } from '../../../blocks/form/field-errors.ts'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { type Choice, ChoiceField } from '../../../ui/form/choice-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ArrowDownIcon, TrashIcon } from '../../../ui/icons.tsx'
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

/** One entry of a lorebook, folded until it is opened, has an error, or is new. */
export function LoreEntryFields(props: {
  value: EntryValue
  index: number
  last: boolean
  errors: FieldErrors<string>
  onChange: (next: EntryValue) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}) {
  const { value, index, errors, onChange } = props
  const { entry } = value
  const [isOpen, setOpen] = useState(value.keys === '' && entry.content === '')
  const hasErrors = Object.keys(errors).some((name) => name.startsWith(`entries.${index}.`))
  const title = entry.name || entry.comment || value.keys.split('\n')[0] || texts.entryNumber(index + 1)
  const change = (changed: Partial<LoreEntry>) => onChange({ ...value, entry: { ...entry, ...changed } })
  const extend = (changed: Record<string, unknown>) =>
    change({ extensions: { ...entry.extensions, ...changed } })
  const field = (name: 'keys' | 'secondaryKeys' | 'order' | 'scanDepth' | 'probability') => ({
    name: `entries.${index}.${name}`,
    value: value[name],
    error: errors[`entries.${index}.${name}`],
    onChange: (typed: string) => onChange({ ...value, [name]: typed }),
  })
  const { selectiveLogic, position } = entry.extensions ?? {}
  const isBefore = typeof position === 'number' ? position === 0 : entry.position === 'before_char'
  return (
    <li className="py-2">
      <div className="flex items-center gap-1">
        <button
          type="button"
          aria-expanded={isOpen || hasErrors}
          onClick={() => setOpen(!isOpen)}
          className={`flex min-h-11 min-w-0 flex-1 items-center gap-3 text-left hover:text-text ${entry.enabled ? 'text-soft' : 'text-muted line-through'}`}
        >
          <span className="truncate">{title}</span>
          {entry.constant && <span className="label flex-none text-cyan">{texts.always}</span>}
        </button>
        <IconButton label={texts.moveUp(title)} disabled={index === 0} onClick={() => props.onMove(-1)}>
          <ArrowDownIcon width={16} height={16} className="rotate-180" />
        </IconButton>
        <IconButton label={texts.moveDown(title)} disabled={props.last} onClick={() => props.onMove(1)}>
          <ArrowDownIcon width={16} height={16} />
        </IconButton>
        <IconButton label={texts.removeEntry(title)} onClick={props.onRemove}>
          <TrashIcon width={16} height={16} />
        </IconButton>
      </div>
      {(isOpen || hasErrors) && (
        <div className="grid gap-5 pt-2 pb-5">
          <TextField {...field('keys')} label={texts.keys} hint={texts.keysHint} rows={2} code />
          <TextField
            name={`entries.${index}.content`}
            label={texts.entryText}
            rows={3}
            max={limits.personaText}
            value={entry.content}
            error={errors[`entries.${index}.content`]}
            onChange={(content) => change({ content })}
          />
          <TextField
            {...field('secondaryKeys')}
            label={texts.secondaryKeys}
            hint={texts.secondaryKeysHint}
            rows={1}
            code
          />
          {value.secondaryKeys.trim() !== '' && (
            <ChoiceField
              name={`entries.${index}.logic`}
              label={texts.keyLogic}
              choices={logics}
              look="chips"
              value={String(selectiveLogic ?? 0) as '0'}
              onChange={(logic) => extend({ selectiveLogic: Number(logic) })}
            />
          )}
          <ChoiceField
            name={`entries.${index}.position`}
            label={texts.position}
            choices={positions}
            look="chips"
            value={isBefore ? 'before_char' : 'after_char'}
            onChange={(to) =>
              change({
                position: to,
                extensions: { ...entry.extensions, position: to === 'before_char' ? 0 : 1 },
              })
            }
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
          <CheckboxField
            name={`entries.${index}.constant`}
            label={texts.alwaysInclude}
            hint={texts.alwaysIncludeHint}
            value={entry.constant === true}
            onChange={(constant) => change({ constant })}
          />
          <CheckboxField
            name={`entries.${index}.case`}
            label={texts.caseSensitive}
            hint={texts.caseSensitiveHint}
            value={entry.extensions?.case_sensitive === true || entry.case_sensitive === true}
            onChange={(on) =>
              change({ case_sensitive: on, extensions: { ...entry.extensions, case_sensitive: on } })
            }
          />
          <CheckboxField
            name={`entries.${index}.enabled`}
            label={texts.enabled}
            hint={texts.enabledHint}
            value={entry.enabled}
            onChange={(enabled) => change({ enabled })}
          />
        </div>
      )}
    </li>
  )
}
