import { type ReactNode, Suspense } from 'react'
import { limits } from '../../../../shared/common/limits.ts'
import type { RealmDetail } from '../../../../shared/realms/realms.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { type Membership, mayDismiss } from '../actions/membership.ts'
import { speaking } from '../actions/speaking.ts'
import { InviteButton } from '../invite/invite-button.tsx'
import type { ChooseAgent } from '../invite/invite-dialog.tsx'
import type { RealmHere } from '../live/realm-room.ts'
import * as realmTexts from '../texts.ts'
import { AgentRow } from './agent-row.tsx'
import { PanelSection } from './panel-section.tsx'
import * as texts from './texts.ts'

const DismissButton = lazyPart(() => import('./dismiss-button.tsx'))

export function Agents(props: {
  room: Pick<RealmHere, 'realm' | 'messages' | 'gone'>
  membership: Membership
  chooseAgent: ChooseAgent
  engineNote: ReactNode
  /** Undefined if the viewer can't write. */
  onMention: ((name: string) => void) | undefined
}) {
  const { membership, onMention } = props
  const { realm, messages, gone } = props.room
  const mayInvite = membership.participant && !membership.muted && !gone
  const speakers = gone ? undefined : speaking(messages)
  return (
    <PanelSection title={realmTexts.agents} figure={texts.ofMost(realm.agents.length, limits.realmAgents)}>
      <ul aria-label={realmTexts.agents} className="-mt-1">
        {realm.agents.map((agent) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            policy={realm.policy}
            self={membership.wallet}
            speaking={speakers?.has(agent.id) ?? false}
            onMention={onMention && (() => onMention(agent.name))}
            dismiss={
              !gone &&
              mayDismiss(membership, agent) && (
                <Suspense fallback={null}>
                  <DismissButton agent={agent} realm={realm} mayInvite={mayInvite} />
                </Suspense>
              )
            }
          />
        ))}
      </ul>
      {realm.agents.length > 0 && <div className="pt-2 pb-3 empty:hidden">{props.engineNote}</div>}
      <div className="pt-1">
        {mayInvite && realm.agents.length < limits.realmAgents ? (
          <InviteButton realm={realm} chooseAgent={props.chooseAgent} />
        ) : (
          <p className="text-sm text-muted">{whyNot(realm, membership, gone)}</p>
        )}
      </div>
    </PanelSection>
  )
}

function whyNot({ agents, participants }: RealmDetail, membership: Membership, gone: boolean): string {
  if (gone) return ''
  if (membership.muted) return texts.mutedCantInvite
  if (!membership.participant)
    return participants.length < limits.realmParticipants
      ? texts.joinToInvite
      : texts.participantsFull(limits.realmParticipants)
  return texts.agentsFull(agents.length, limits.realmAgents)
}
