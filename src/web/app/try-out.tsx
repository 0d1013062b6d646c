import { type ComponentProps, lazy } from 'react'
import type TryOutPane from '../features/chat/try-out/try-out-pane.tsx'
import { Notice } from '../ui/form/notice.tsx'
import * as texts from './texts.ts'

type Props = ComponentProps<typeof TryOutPane>

/** If the code of the conversation fails to load, the edit form beside it still works and keeps its text. */
const Pane = lazy(() =>
  import('../features/chat/try-out/try-out-pane.tsx').catch(() => ({ default: Missing })),
)

/** A conversation with the agent that is being made or edited, optionally continuing one that its owner had with it. */
export const tryOut = (props: Props) => <Pane {...props} />

function Missing(_: Props) {
  return (
    <Notice tone="bad" title={texts.tryOutNotLoaded}>
      {texts.tryOutNotLoadedText}
    </Notice>
  )
}
