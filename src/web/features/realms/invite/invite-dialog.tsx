import type { ReactNode } from 'react'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { policyLine } from '../actions/turn-words.ts'
import { useInviteAgent } from '../actions/use-realm-agents.ts'
import * as texts from '../texts.ts'

/** The screen provides it, because agents are another feature. */
export type ChooseAgent = (choice: {
  taken: readonly string[]
  pendingId: string | undefined
  onChoose: (agent: { id: string; name: string }) => void
}) => ReactNode

/** The dialog that invites an agent: one press invites it, and it can be removed again. */
export default function InviteDialog(props: {
  realm: RealmDetail
  chooseAgent: ChooseAgent
  onClose: () => void
}) {
  const { realm } = props
  const invite = useInviteAgent(realm.id, props.onClose)
  return (
    <Dialog
      open
      title={texts.inviteAgent}
      description={texts.inviteAbout(policyLine[realm.policy])}
      onClose={props.onClose}
    >
      <div className="grid gap-4">
        {invite.isError && (
          <Notice tone="bad" title={texts.notInvited(invite.variables.name)}>
            {explainError(invite.error)}
          </Notice>
        )}
        {props.chooseAgent({
          taken: realm.agents.map(({ id }) => id),
          pendingId: invite.isPending ? invite.variables.id : undefined,
          onChoose: (agent) => invite.isPending || invite.mutate(agent),
        })}
      </div>
    </Dialog>
  )
}
