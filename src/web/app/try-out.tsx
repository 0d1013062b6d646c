import { type ComponentProps, lazy } from 'react'
import type TryOutPane from '../features/chat/try-out/try-out-pane.tsx'
import { Notice } from '../ui/form/notice.tsx'

type Props = ComponentProps<typeof TryOutPane>

/** If the code of the conversation fails to load, the edit form beside it still works and keeps its text. */
const Pane = lazy(() =>
  import('../features/chat/try-out/try-out-pane.tsx').catch(() => ({ default: Missing })),
)

/** A conversation with the agent that is being made or edited, optionally continuing one that its owner had with it. */
export const tryOut = (props: Props) => <Pane {...props} />

function Missing(_: Props) {
  return (
    <Notice tone="bad" title="The try-out could not be loaded.">
      The form works as ever. Load the page again once you are connected.
    </Notice>
  )
}
