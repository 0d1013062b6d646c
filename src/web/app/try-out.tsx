import { type ComponentProps, lazy } from 'react'
import type TryOutPane from '../features/chat/try-out/try-out-pane.tsx'
import { Notice } from '../ui/form/notice.tsx'

type Props = ComponentProps<typeof TryOutPane>

/** The form beside it goes on where the conversation can't come, and keeps what is typed. */
const Pane = lazy(() =>
  import('../features/chat/try-out/try-out-pane.tsx').catch(() => ({ default: Missing })),
)

/** Where the edit form of an agent meets a conversation with it. */
export const tryOut = (props: Props) => <Pane {...props} />

function Missing(_: Props) {
  return (
    <Notice tone="bad" title="The try-out could not be loaded.">
      Editing and saving work as ever. Load the page again once you are connected.
    </Notice>
  )
}
