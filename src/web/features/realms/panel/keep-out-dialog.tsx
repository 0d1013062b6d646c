import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../blocks/undoable-delete/confirm-dialog.tsx'
import { useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { ChoiceField } from '../../../ui/form/choice-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { type KeepingOut, keepOut } from '../api/moderate-realm.ts'
import { moderationKey } from '../api/moderation-queries.ts'
import * as texts from './texts.ts'

const lasting = [
  { value: '1', label: texts.anHour },
  { value: '24', label: texts.aDay },
  { value: '168', label: texts.aWeek },
  { value: 'lifted', label: texts.untilLifted },
] as const
type Lasting = (typeof lasting)[number]['value']

const ways = [
  { value: 'remove', label: texts.removeOnly },
  { value: 'mute', label: texts.muteHere },
  { value: 'ban', label: texts.ban },
] as const satisfies { value: KeepingOut; label: string }[]

/** For the creator: takes somebody out of the realm, mutes or bans them, and for how long. */
export default function KeepOutDialog(props: {
  realmId: string
  wallet: string
  name: string
  onClose: () => void
}) {
  const { realmId, wallet, name, onClose } = props
  const api = useApi()
  const client = useQueryClient()
  const [how, setHow] = useState<KeepingOut>('ban')
  const [lasts, setLasts] = useState<Lasting>('24')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const hours = lasts === 'lifted' ? undefined : (Number(lasts) as 1 | 24 | 168)
      const done = await withSession(async () => {
        await keepOut(api, { id: realmId, wallet, how, hours })
        return true
      })
      if (done === null) return
      toast.success(texts.keptOut[how](name))
      void client.invalidateQueries({ queryKey: moderationKey(realmId) })
      onClose()
    } catch (error) {
      setProblem(explainError(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={texts.keepOutTitle(name)}
      description={texts.keepOutAbout[how]}
      action={{ label: texts.keepOutGo[how], busyLabel: texts.working, busy, go: () => void go() }}
      keep={texts.cancel}
      problem={problem === undefined ? undefined : { title: texts.notDone, text: problem }}
      onClose={onClose}
    >
      <ChoiceField
        name="how"
        label={texts.whatToDo}
        choices={ways}
        look="chips"
        value={how}
        onChange={setHow}
      />
      {how !== 'remove' && <LastsField value={lasts} onChange={setLasts} />}
    </ConfirmDialog>
  )
}

function LastsField(props: { value: Lasting; onChange: (lasts: Lasting) => void }) {
  return <ChoiceField name="lasts" label={texts.forHowLong} choices={lasting} look="chips" {...props} />
}
