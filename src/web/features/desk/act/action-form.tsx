import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import {
  type DeskCasePage,
  grounds,
  newActionSchema,
  suspensionScopes,
} from '../../../../shared/trust/desk.ts'
import { needsSignature } from '../../../../shared/trust/desk-act.ts'
import { trustLimits } from '../../../../shared/trust/trust-limits.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { type Form, useForm } from '../../../blocks/form/use-form.ts'
import { checkedBy, persistedById, thisTab } from '../../../blocks/saved-draft/persisted.ts'
import { isComposing } from '../../../lib/is-composing.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useTakeAction } from '../api/use-take-action.ts'
import { suggestedGround } from '../queue/case-words.ts'
import * as texts from '../texts.ts'
import {
  type ActionValues,
  actionFields,
  emptyValues,
  groundOf,
  isActionValues,
  toAction,
} from './action-values.ts'
import { type OfferedAction, walletOf, weighty } from './offered-actions.ts'

/** What is typed is kept by case and action until it is sent, so that Escape, another case or a reload cost nothing. */
const drafts = persistedById('deskDrafts', checkedBy(isActionValues), { ...thisTab, most: 40 })

/** An action's reason, words and terms. Escape folds it, Ctrl and Enter send it. */
export function ActionForm(props: {
  page: DeskCasePage
  action: OfferedAction
  onDone: () => void
  onCancel: () => void
}) {
  const { page, action, onCancel } = props
  const heading = useId()
  const { form, notSigned } = useActionForm(page, action, props.onDone)
  useFirstFocus(form.props.ref)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!sends && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (sends) form.submit()
    else onCancel()
  }
  return (
    <form {...form.props} aria-labelledby={heading} onKeyDown={onKeyDown} className="grid gap-4.5">
      <div>
        <h3 id={heading} className="text-17 leading-tight font-semibold">
          {texts.actions[action]}
        </h3>
        <p className="mt-1 text-sm text-soft">{texts.about[action]}</p>
      </div>
      {action === 'suspend' && <SuspensionFields field={form.field} />}
      {groundOf[action] === undefined && <GroundField field={form.field} />}
      <TextField
        {...form.field('words')}
        label={texts.wordsLabel}
        hint={action === 'nothing' ? texts.wordsInLog : texts.wordsHint}
        rows={2}
      />
      <FormNotice
        submission={form.submission}
        failed={texts.notDone}
        after={texts.typedIsKept}
        declined={{ title: texts.notDone, text: notSigned }}
      />
      <Buttons action={action} form={form} onCancel={onCancel} />
    </form>
  )
}

type DeskForm = Form<ActionValues, (typeof actionFields)[number]>

/** The form with what was typed before, which is forgotten once it is sent. */
function useActionForm(page: DeskCasePage, action: OfferedAction, onDone: () => void) {
  const key = `${page.case.id} ${action}`
  const { take, notSigned } = useTakeAction(page.case.id)
  const [values, setValues] = useState(() => drafts.recall(key) ?? emptyValues(suggestedGround(page.case)))
  const body = (typed: ActionValues) => toAction(action, typed, walletOf(page))
  const form: DeskForm = useForm({
    values,
    onChange(changed) {
      const next = { ...values, ...changed }
      setValues(next)
      drafts.remember(key, next)
    },
    fields: actionFields,
    max: { words: trustLimits.statementWords },
    check: (typed) => schemaErrors<(typeof actionFields)[number]>(newActionSchema.safeParse(body(typed))),
    send: (typed) => take(body(typed)),
    onSent() {
      drafts.remember(key, null)
      onDone()
    },
  })
  return { form, notSigned }
}

/** What is chosen already takes the focus, else the first field. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  const focusFirst = useEffectEvent(() => {
    const { current } = form
    const chosen = current?.querySelector<HTMLElement>('input:checked')
    const first = chosen ?? current?.querySelector<HTMLElement>('input, textarea')
    first?.focus()
  })
  useEffect(() => focusFirst(), [])
}

function SuspensionFields({ field }: Pick<DeskForm, 'field'>) {
  return (
    <div className="grid items-start gap-4.5 md:grid-cols-2">
      <ChoiceField
        {...field('scope')}
        label={texts.scopeLabel}
        look="chips"
        choices={suspensionScopes.map((value) => ({ value, label: texts.scopes[value] }))}
      />
      <ChoiceField {...field('days')} label={texts.daysLabel} look="chips" choices={texts.lengths} />
    </div>
  )
}

function GroundField({ field }: Pick<DeskForm, 'field'>) {
  return (
    <ChoiceField
      {...field('ground')}
      label={texts.groundLabel}
      look="chips"
      required
      choices={grounds.map((value) => ({ value, label: texts.groundNames[value] }))}
    />
  )
}

function Buttons(props: { action: OfferedAction; form: DeskForm; onCancel: () => void }) {
  const { action, form } = props
  const send = needsSignature({ action }) ? texts.sign(texts.actions[action]) : texts.actions[action]
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" tone={weighty.has(action) ? 'danger' : 'primary'} aria-disabled={form.busy}>
        {form.submission.state === 'sending'
          ? needsSignature({ action })
            ? texts.waitingForWallet
            : texts.sending
          : send}
      </Button>
      <Button onClick={props.onCancel}>{texts.cancel}</Button>
    </div>
  )
}
