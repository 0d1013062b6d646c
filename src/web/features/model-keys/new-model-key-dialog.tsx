import { useState } from 'react'
import { CUSTOM_PRESET, type Dialect, type OwnKeys, ownKeyLimits } from '../../../shared/models/own-keys.ts'
import { FormNotice } from '../../blocks/form/form-notice.tsx'
import { type Leaving, SaveButtons, useLeaving, useTypedIsDirty } from '../../blocks/form/leaving.tsx'
import { useForm } from '../../blocks/form/use-form.ts'
import { newId } from '../../lib/new-id.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import type { FieldProps } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useModelKeyChanges } from './model-keys.ts'
import {
  checkModelKey,
  emptyModelKey,
  modelKeyFields,
  newModelKeyOf,
  usualName,
} from './new-model-key-values.ts'
import * as texts from './texts.ts'

type Presets = OwnKeys['presets']

export default function NewModelKeyDialog(props: { presets: Presets; onClose: () => void }) {
  const leaving = useLeaving(props.onClose)
  return (
    <Dialog open title={texts.newTitle} description={texts.newAbout} onClose={leaving.tryToLeave}>
      <NewModelKeyForm presets={props.presets} leaving={leaving} />
    </Dialog>
  )
}

/** What is typed stays here while it is open, and is kept nowhere else. */
function NewModelKeyForm({ presets, leaving }: { presets: Presets; leaving: Leaving }) {
  const [values, setValues] = useState(emptyModelKey)
  useTypedIsDirty(leaving, values.address, values.key, values.name)
  // The same key sent twice is stored once; another one is not the one before.
  const [id, setId] = useState(() => newId())
  const { add } = useModelKeyChanges()
  const usual = usualName(values, presets)
  const form = useForm({
    values,
    onChange(changed) {
      setValues((known) => ({ ...known, ...changed }))
      setId(newId())
    },
    fields: modelKeyFields,
    max: { name: ownKeyLimits.name, address: ownKeyLimits.address },
    check: (typed) => checkModelKey(typed, id, usual),
    send: (typed) => add(newModelKeyOf(typed, id, usual)),
    onSent({ name, models }) {
      toast.success(texts.added(name, models))
      leaving.discard()
    },
  })
  const isSending = form.submission.state === 'sending'
  const choices = [
    ...presets.map(({ id: value, name: label }) => ({ value, label })),
    { value: CUSTOM_PRESET, label: texts.custom },
  ]
  return (
    <form {...form.props} className="grid gap-5">
      <ChoiceField {...form.field('preset')} label={texts.provider} look="chips" choices={choices} required />
      {values.preset === CUSTOM_PRESET && (
        <OwnAddress address={form.field('address')} dialect={form.field('dialect')} />
      )}
      <div className="grid gap-2">
        <TextField {...form.field('key')} label={texts.key} hint={texts.keyHint} secret required />
        <KeysAt preset={presets.find((preset) => preset.id === values.preset)} />
      </div>
      <TextField {...form.field('name')} label={texts.name} hint={texts.nameHint} placeholder={usual} />
      {isSending && (
        <Notice tone="info" title={texts.testing}>
          {texts.testingAbout}
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
            {isSending ? texts.testing : texts.addThis}
          </Button>
        }
      />
    </form>
  )
}

function OwnAddress({ address, dialect }: { address: FieldProps<string>; dialect: FieldProps<Dialect> }) {
  return (
    <>
      <TextField {...address} label={texts.address} hint={texts.addressHint} inputMode="url" code required />
      <ChoiceField {...dialect} label={texts.protocol} look="chips" choices={texts.protocols} />
    </>
  )
}

function KeysAt({ preset }: { preset: Presets[number] | undefined }) {
  if (!preset?.keysAt) return null
  return (
    <p className="text-sm">
      <a
        href={preset.keysAt}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center text-cyan underline underline-offset-3 max-md:min-h-11"
      >
        {texts.getKey(preset.name)}
      </a>
    </p>
  )
}
