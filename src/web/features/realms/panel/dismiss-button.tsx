import type { RealmAgent, RealmDetail } from '../../../../shared/realms/realms.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { keepFocus } from '../actions/keep-focus.ts'
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
  const remove = (button: Element) => {
    const keep = keepFocus(button)
    // A callback of `mutate` would not be called, because the row is gone by then.
    dismiss.mutateAsync(agent).then(keep, keep)
  }
  return (
    <button
      type="button"
      aria-label={texts.removeAgent(agent.name)}
      title={texts.removeFromRealm}
      className={iconButton}
      onClick={({ currentTarget }) => dismiss.isPending || remove(currentTarget)}
    >
      <CloseIcon width={17} height={17} />
    </button>
  )
}
