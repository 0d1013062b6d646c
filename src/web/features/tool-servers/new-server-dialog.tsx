import { useState } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import { FormNotice } from '../../blocks/form/form-notice.tsx'
import { type Leaving, SaveButtons, useLeaving, useTypedIsDirty } from '../../blocks/form/leaving.tsx'
import { useForm } from '../../blocks/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { checkNewServer, emptyServer, newServerFields, newServerOf, usualName } from './new-server-values.ts'
import * as texts from './texts.ts'
import { useToolServerChanges } from './tool-servers.ts'

export default function NewServerDialog({ onClose }: { onClose: () => void }) {
  const leaving = useLeaving(onClose)
  return (
    <Dialog open title={texts.newTitle} description={texts.newAbout} onClose={leaving.tryToLeave}>
      <NewServerForm leaving={leaving} />
    </Dialog>
  )
}

/** What is typed stays here while it is open, and is kept nowhere else. */
function NewServerForm({ leaving }: { leaving: Leaving }) {
  const [values, setValues] = useState(emptyServer)
  useTypedIsDirty(leaving, values.address, values.token, values.name)
  const { add } = useToolServerChanges()
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: newServerFields,
    max: { name: limits.apiKeyName, address: 2_048 },
    check: checkNewServer,
    send: (typed) => add(newServerOf(typed)),
    onSent({ name, tools }) {
      toast.success(texts.added(name, tools.length))
      leaving.discard()
    },
  })
  const isSending = form.submission.state === 'sending'
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        {...form.field('address')}
        label={texts.address}
        hint={texts.addressHint}
        inputMode="url"
        code
        required
      />
      <TextField {...form.field('token')} label={texts.token} hint={texts.tokenHint} secret />
      <TextField
        {...form.field('name')}
        label={texts.name}
        hint={texts.nameHint}
        placeholder={usualName(values.address)}
      />
      {isSending && (
        <Notice tone="info" title={texts.connecting}>
          {texts.connectingAbout}
        </Notice>
      )}
      <FormNotice
        submission={form.submission}
        failed={texts.notAdded}
        declined={{ title: texts.notAdded, text: texts.needsWallet }}
      />
      <SaveButtons
        busy={form.busy}
        leaving={leaving}
        save={
          <Button type="submit" tone="primary" aria-disabled={form.busy}>
            {isSending ? texts.connecting : texts.connect}
          </Button>
        }
      />
    </form>
  )
}
