import type { RealmAgent, RealmDetail } from '../../../../shared/realms/realms.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { headingAfter } from '../actions/heading-after.ts'
import { useDismissAgent } from '../actions/use-realm-agents.ts'
import { iconButton } from './icon-button.ts'
import * as texts from './texts.ts'

/** For those who may remove the agent, so only they load it. */
export default function DismissButton(props: {
  agent: RealmAgent
  realm: Pick<RealmDetail, 'id'>
  mayInvite: boolean
}) {
  const { agent } = props
  const dismiss = useDismissAgent(props.realm, props.mayInvite)
  return (
    <button
      ref={headingAfter}
      type="button"
      aria-label={texts.removeAgent(agent.name)}
      title={texts.removeFromRealm}
      className={iconButton}
      onClick={() => dismiss.isPending || dismiss.mutate(agent)}
    >
      <CloseIcon width={17} height={17} />
    </button>
  )
}
