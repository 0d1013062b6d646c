import { type ReactNode, useState } from 'react'
import { factChangesSchema } from '../../../shared/memory/facts.ts'
import { looksSecret } from '../../../shared/memory/looks-secret.ts'
import { memoryLimits } from '../../../shared/memory/memory-limits.ts'
import { isComposing } from '../../lib/is-composing.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { schemaErrors } from '../form/field-errors.ts'
import { FormNotice } from '../form/form-notice.tsx'
import { useForm } from '../form/use-form.ts'
import { oneLine } from './fact-words.ts'
import * as texts from './texts.ts'

interface Props<Sent> {
  initial?: string
  label: string
  hint?: string
  action: string
  busyLabel: string
  tone?: 'primary'
  /** The form is emptied and stays. */
  again?: boolean
  /** @returns null if the person declined to sign in */
  send: (text: string) => Promise<Sent | null>
  onSent: (sent: Sent) => void
  cancel?: { label: string; go: () => void }
  children?: ReactNode
}

/** The words of one fact. Enter sends them; what looks like a key or a password is refused while it is typed. */
export function FactForm<Sent>(props: Props<Sent>) {
  const { cancel } = props
  const form = useFactWords(props)
  const field = form.field('text')
  return (
    <form
      {...form.props}
      className="grid gap-3.5"
      onKeyDown={(event) => {
        const isEnter = event.key === 'Enter' && !isComposing(event.nativeEvent)
        if (!isEnter || !(event.target instanceof HTMLTextAreaElement)) return
        event.preventDefault()
        form.submit()
      }}
    >
      <TextField
        {...field}
        rows={1}
        label={props.label}
        {...(props.hint !== undefined && { hint: props.hint })}
        enterKeyHint="done"
        look="resize-none!"
        onChange={(text) => field.onChange(oneLine(text))}
      />
      {props.children}
      {form.errors.text === undefined && <FormNotice submission={form.submission} failed={texts.notKept} />}
      <div className="flex flex-wrap gap-2.5">
        <Button
          type="submit"
          size="small"
          className="max-md:min-h-11"
          {...(props.tone && { tone: props.tone })}
          aria-disabled={form.busy}
        >
          {form.submission.state === 'sending' ? props.busyLabel : props.action}
        </Button>
        {cancel && (
          <Button tone="quiet" size="small" className="max-md:min-h-11" onClick={cancel.go}>
            {cancel.label}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is typed while the words before are being sent stays. */
export function useFactWords<Sent>({
  initial = '',
  again = false,
  send,
  onSent,
}: Pick<Props<Sent>, 'initial' | 'again' | 'send' | 'onSent'>) {
  const [values, setValues] = useState({ text: initial })
  return useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: ['text'],
    max: { text: memoryLimits.fact },
    check: ({ text }) => schemaErrors(factChangesSchema.safeParse({ text })),
    early: (found) => (looksSecret(values.text) ? found : {}),
    send: async ({ text }) => {
      const sent = await send(text.trim())
      return sent === null ? null : { text, sent }
    },
    again,
    onSent: ({ text, sent }) => {
      if (again) setValues((known) => (known.text === text ? { text: '' } : known))
      onSent(sent)
    },
  })
}
