import { useEffect, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { MadeApiKey } from '../../../../shared/doors/api-keys.ts'
import { SnippetsView } from '../../../blocks/elsewhere/snippets-view.tsx'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import {
  LeaveQuestion,
  type Leaving,
  SaveButtons,
  useLeaving,
  useTypedIsDirty,
} from '../../../blocks/form/leaving.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import * as texts from '../texts.tsx'
import { checkNewKey, emptyKey, newKeyFields, newKeyOf } from './new-key-values.ts'
import { useKeyChanges } from './own-keys.ts'

export default function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const leaving = useLeaving(onClose)
  const [made, setMade] = useState<MadeApiKey>()
  return (
    <Dialog
      open
      title={made ? texts.madeKeyTitle : texts.newKeyTitle}
      {...(!made && { description: texts.newKeyAbout })}
      onClose={leaving.tryToLeave}
    >
      {made ? <MadeKey made={made} leaving={leaving} /> : <NewKeyForm leaving={leaving} onMade={setMade} />}
    </Dialog>
  )
}

function NewKeyForm({ leaving, onMade }: { leaving: Leaving; onMade: (made: MadeApiKey) => void }) {
  const [values, setValues] = useState(emptyKey)
  useTypedIsDirty(leaving, values.name, values.agentId, values.wordsADay)
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
      <TextField {...form.field('name')} label={texts.newKeyName} hint={texts.newKeyNameHint} required />
      <TextField {...form.field('agentId')} label={texts.newKeyAgent} hint={texts.newKeyAgentHint} code />
      <ChoiceField {...days} label={texts.newKeyExpires} look="chips" choices={texts.lifetimes} />
      <TextField
        {...form.field('wordsADay')}
        label={texts.newKeyWords}
        hint={texts.newKeyWordsHint}
        inputMode="numeric"
      />
      <FormNotice
        submission={form.submission}
        failed={texts.newKeyFailed}
        declined={{ title: texts.newKeyFailed, text: texts.newKeyNeedsWallet }}
      />
      <SaveButtons
        busy={form.busy}
        leaving={leaving}
        save={
          <Button type="submit" tone="primary" aria-disabled={form.busy}>
            {form.busy ? texts.creatingKey : texts.createNewKey}
          </Button>
        }
      />
    </form>
  )
}

/** The key itself. It is known only here: the server has no more than its hash. */
function MadeKey({ made, leaving }: { made: MadeApiKey; leaving: Leaving }) {
  const { key, apiKey } = made
  const { setDirty } = leaving
  useEffect(() => setDirty(true), [setDirty])
  return (
    <div className="grid min-w-0 gap-6">
      <Notice tone="info" title={texts.copyNow}>
        {texts.copyNowAbout}
      </Notice>
      <p className="flex min-w-0 items-center justify-between gap-3 border border-cyan/45 bg-deep py-1.5 pr-1.5 pl-3.5">
        <code data-key className="min-w-0 font-mono text-[0.84375rem] break-all">
          {key}
        </code>
        <CopyButton text={key} label={texts.copyKey} onCopied={() => setDirty(false)} />
      </p>
      <SnippetsView model={apiKey.agent?.id ?? texts.anyAgentsId} apiKey={key} />
      {leaving.isAsked ? (
        <LeaveQuestion
          leaving={leaving}
          title={texts.keyNotCopied}
          stay={texts.backToKey}
          discard={texts.closeWithoutKey}
        />
      ) : (
        <Button tone="primary" className="justify-self-start" onClick={leaving.discard}>
          {texts.keyCopied}
        </Button>
      )}
    </div>
  )
}
