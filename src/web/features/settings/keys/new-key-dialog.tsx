import { useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import { SnippetsView } from '../../../blocks/elsewhere/snippets-view.tsx'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { checkNewKey, emptyKey, newKeyFields, newKeyOf } from './new-key-values.ts'
import { useKeyChanges } from './own-keys.ts'

/** The dialog that makes an API key, and then shows it, once. */
export default function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<MadeApiKey>()
  return (
    <Dialog
      open
      title={made ? 'Your new key' : 'Make an API key'}
      {...(!made && { description: 'With it, another program uses agents in the name of your wallet.' })}
      onClose={onClose}
    >
      {made ? <MadeKey made={made} onClose={onClose} /> : <NewKeyForm onMade={setMade} />}
    </Dialog>
  )
}

const lifetimes = [
  { value: '', label: 'Never' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const

function NewKeyForm({ onMade }: { onMade: (made: MadeApiKey) => void }) {
  const [values, setValues] = useState(emptyKey)
  const { make } = useKeyChanges()
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: newKeyFields,
    max: { name: limits.apiKeyName },
    check: checkNewKey,
    send: (typed) => make(newKeyOf(typed, new Date())),
    onSent: onMade,
  })
  const days = form.field('days')
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('name')}
        label="Name"
        hint="By what you will know it, such as the program that uses it."
        required
      />
      <TextField
        {...form.field('agentId')}
        label="Only for one agent"
        hint="Its link or its id. Left empty: for every agent that you can use."
        code
      />
      <ChoiceField {...days} label="Expires" look="chips" choices={lifetimes} />
      <TextField
        {...form.field('wordsADay')}
        label="Words a day"
        hint="As many words of agents as it can receive in a day. Left empty: as many as the place allows."
        inputMode="numeric"
      />
      <FormNotice
        submission={form.submission}
        failed="The key was not made"
        declined={{
          title: 'The key was not made',
          text: 'A key belongs to a wallet. Sign in with one; what you typed stays here.',
        }}
      />
      <Button type="submit" tone="primary" className="justify-self-start" aria-disabled={form.busy}>
        {form.busy ? 'Making' : 'Make the key'}
      </Button>
    </form>
  )
}

/** The key itself. It is known only here: the server has no more than its hash. */
function MadeKey({ made, onClose }: { made: MadeApiKey; onClose: () => void }) {
  const { key, apiKey } = made
  return (
    <div className="grid min-w-0 gap-6">
      <Notice tone="info" title="Copy it now: it is not shown again.">
        Whoever has it can use agents in your name. If it gets about, revoke it and make another.
      </Notice>
      <p className="flex min-w-0 items-center justify-between gap-3 border border-cyan/45 bg-deep py-1.5 pr-1.5 pl-3.5">
        <code data-key className="min-w-0 font-mono text-[13.5px] break-all">
          {key}
        </code>
        <CopyButton text={key} label="Copy the key" />
      </p>
      <SnippetsView model={apiKey.agent?.id ?? 'handle-or-id-of-an-agent'} apiKey={key} />
      <Button tone="primary" className="justify-self-start" onClick={onClose}>
        I have it
      </Button>
    </div>
  )
}
