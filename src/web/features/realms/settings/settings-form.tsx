import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import { slowModes } from '../../../../shared/realms/moderation.ts'
import type { RealmChanges } from '../../../../shared/realms/realm-changes.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { type Leaving, SaveButtons } from '../../../blocks/form/leaving.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { useApi, withSession } from '../../../lib/http/api.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { SwitchField } from '../../../ui/form/switch-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { changeRealm } from '../api/change-realm.ts'
import { moderationKey } from '../api/moderation-queries.ts'
import { realmListsKey, realmQuery } from '../api/realm.ts'
import * as realmTexts from '../texts.ts'
import { PolicyField } from './policy-field.tsx'
import { changesBetween, checkSettings, maxLengths, settingsFields, settingsOf } from './settings-values.ts'
import * as texts from './texts.ts'

const range = ({ min, max }: { min: number; max: number }) =>
  texts.range(min.toLocaleString('en-US'), max.toLocaleString('en-US'))

const slowChoices = slowModes.map((seconds) => ({
  value: String(seconds),
  label: seconds === 0 ? texts.slowModeOff : texts.slowSeconds(seconds),
}))

const declined = {
  title: texts.notSigned,
  text: texts.typedIsKept,
}

/** The form of the creator's settings. Only changed fields are sent, and after an error the typed values stay. */
export function SettingsForm({
  realm,
  heldWords,
  leaving,
}: {
  realm: RealmDetail
  heldWords: readonly string[]
  leaving: Leaving
}) {
  const { setDirty } = leaving
  const [before] = useState(() => settingsOf(realm, heldWords))
  const [values, setValues] = useState(before)
  const save = useSaveRealm(realm)
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: settingsFields,
    max: maxLengths,
    check: (now) => checkSettings(changesBetween(before, now)),
    send: (now) => save(changesBetween(before, now)),
    onSent: leaving.discard,
  })
  const dirty = Object.keys(changesBetween(before, values)).length > 0
  useEffect(() => setDirty(dirty), [setDirty, dirty])
  return (
    <form {...form.props} aria-label={realmTexts.settings} className="grid gap-6">
      <TextField {...form.field('name')} label={realmTexts.name} required />
      <TextField {...form.field('description')} label={realmTexts.description} rows={3} />
      <SwitchField {...form.field('unlisted')} label={realmTexts.unlisted} hint={texts.unlistedHint} />
      <PolicyField {...form.field('policy')} />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...form.field('agentTurns')}
          label={texts.turnsInARow}
          hint={texts.turnsHint(range(limits.agentTurns))}
          inputMode="numeric"
        />
        <TextField
          {...form.field('agentWords')}
          label={texts.wordsPerHour}
          hint={texts.wordsHint(range(limits.agentWords))}
          inputMode="numeric"
        />
      </div>
      <ChoiceField
        {...form.field('slowSeconds')}
        label={realmTexts.slowMode}
        look="chips"
        choices={slowChoices}
      />
      <p className="-mt-3 text-sm text-muted">{texts.slowHint}</p>
      <TextField {...form.field('heldWords')} label={texts.heldWords} hint={texts.heldWordsHint} rows={4} />
      <div className="grid gap-4 border-t border-line pt-6">
        <FormNotice submission={form.submission} failed={texts.settingsNotSaved} declined={declined} />
        <SaveButtons busy={form.busy} leaving={leaving} />
      </div>
    </form>
  )
}

/** Everybody in the realm receives the changes at once. */
function useSaveRealm(before: RealmDetail) {
  const api = useApi()
  const client = useQueryClient()
  return async (changes: RealmChanges): Promise<RealmDetail | null> => {
    if (Object.keys(changes).length === 0) return before
    const realm = await withSession(() => changeRealm(api, before.id, changes))
    if (realm === null) return null
    client.setQueryData(realmQuery(api, realm.id).queryKey, realm)
    void client.invalidateQueries({ queryKey: realmListsKey })
    void client.invalidateQueries({ queryKey: moderationKey(realm.id) })
    toast.success(texts.settingsSaved)
    return realm
  }
}
