import { useRef, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { Form } from '../../../blocks/form/use-form.ts'
import { changeFocus } from '../../../lib/change-focus.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import * as agentTexts from '../texts.ts'
import { LoreEntryFields } from './lore-entry-fields.tsx'
import { type EntryValue, newEntry, type PersonaValues } from './persona-values.ts'
import * as texts from './texts.ts'

/** How many entries are shown at first, and how many more at a time. */
const STEP = 50

/** Facts that enter a prompt when their keys occur in what was said last. */
export function LorebookFields({ form }: { form: Form<PersonaValues, string> }) {
  const { entries } = form.values
  const [shown, setShown] = useState(STEP)
  const section = useRef<HTMLElement>(null)
  const change = (next: EntryValue[]) => form.change({ entries: next })
  const move = (from: number, to: number) => {
    const entry = entries[from]
    if (entry && to >= 0 && to < entries.length) change(entries.toSpliced(from, 1).toSpliced(to, 0, entry))
  }
  /** After a change the entry at a place has the focus, or the button below the last one. */
  const changeAt = (at: number, work: () => void) =>
    changeFocus(work, () => {
      const { current } = section
      const entry = current?.querySelectorAll<HTMLElement>('li > div > [aria-expanded]')[at]
      return entry ?? current?.querySelector<HTMLElement>(':scope > div > button')
    })
  return (
    <section ref={section} aria-label={agentTexts.lorebook} className="grid gap-5 border-t border-line pt-6">
      <h3 className="label text-soft">{agentTexts.lorebook}</h3>
      <p className="text-15 text-soft">{texts.lorebookAbout}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.field('scanDepth')}
          label={texts.messagesSearched}
          hint={texts.messagesSearchedHint}
          inputMode="numeric"
        />
        <TextField
          {...form.field('tokenBudget')}
          label={texts.tokenBudget}
          hint={texts.tokenBudgetHint}
          inputMode="numeric"
        />
      </div>
      <CheckboxField {...form.field('recursive')} label={texts.recursive} hint={texts.recursiveHint} />
      {entries.length > 0 && (
        <ul aria-label={texts.entries} className="divide-y divide-line border-y border-line">
          {entries.slice(0, shown).map((value, index) => (
            <LoreEntryFields
              key={value.id}
              value={value}
              index={index}
              last={index === entries.length - 1}
              errors={form.errors}
              onChange={(next) => change(entries.with(index, next))}
              onMove={(by) => move(index, index + by)}
              onRemove={() => changeAt(index, () => change(entries.toSpliced(index, 1)))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {entries.length > shown && (
          <Button
            size="small"
            className="max-md:min-h-11"
            onClick={() => changeAt(shown, () => setShown(shown + STEP))}
          >
            {texts.showMoreEntries(Math.min(STEP, entries.length - shown), entries.length)}
          </Button>
        )}
        {entries.length < limits.loreEntries && (
          <Button
            size="small"
            className="max-md:min-h-11"
            onClick={() => {
              change([...entries, newEntry()])
              setShown(Math.max(shown, entries.length + 1))
            }}
          >
            <PlusIcon width={16} height={16} />
            {texts.addEntry}
          </Button>
        )}
      </div>
    </section>
  )
}
