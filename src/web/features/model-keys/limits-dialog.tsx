import { useState } from 'react'
import type { OwnKey } from '../../../shared/models/own-keys.ts'
import { FormNotice } from '../../blocks/form/form-notice.tsx'
import { useForm } from '../../blocks/form/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { capsOf, checkLimits, limitFields, limitsOf } from './limit-values.ts'
import { useModelKeyChanges } from './model-keys.ts'
import * as texts from './texts.ts'

/** What may be spent of a key in a day. */
export default function LimitsDialog({ modelKey, onClose }: { modelKey: OwnKey; onClose: () => void }) {
  const { id, name, caps } = modelKey
  const [values, setValues] = useState(() => limitsOf(caps))
  const { limit } = useModelKeyChanges()
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: limitFields,
    check: checkLimits,
    send: (typed) => limit(id, capsOf(typed)),
    onSent() {
      toast.success(texts.limitsSaved(name))
      onClose()
    },
  })
  return (
    <Dialog open title={texts.limitsTitle(name)} description={texts.limitsAbout} onClose={onClose}>
      <form {...form.props} className="grid gap-5">
        <TextField
          {...form.field('words')}
          label={texts.wordsLimit}
          hint={texts.wordsLimitHint}
          inputMode="numeric"
        />
        <TextField
          {...form.field('dollars')}
          label={texts.moneyLimit}
          hint={texts.moneyLimitHint}
          inputMode="decimal"
        />
        <TextField
          {...form.field('wordsEach')}
          label={texts.eachLimit}
          hint={texts.eachLimitHint}
          inputMode="numeric"
        />
        <FormNotice submission={form.submission} failed={texts.limitsNotSaved} />
        <Button type="submit" tone="primary" className="justify-self-start" aria-disabled={form.busy}>
          {form.busy ? texts.saving : texts.saveLimits}
        </Button>
      </form>
    </Dialog>
  )
}
