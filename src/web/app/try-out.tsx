import { type ComponentProps, lazy } from 'react'
import type TryOutPane from '../features/chat/try-out/try-out-pane.tsx'
import { Notice } from '../ui/form/notice.tsx'
import * as texts from './texts.ts'

type Props = ComponentProps<typeof TryOutPane>

const Pane = lazy(() =>
  import('../features/chat/try-out/try-out-pane.tsx').catch(() => ({ default: Missing })),
)

/** Can continue a conversation that the agent's owner had with it. */
export const tryOut = (props: Props) => <Pane {...props} />

function Missing(_: Props) {
  return (
    <Notice tone="bad" title={texts.tryOutNotLoaded}>
      {texts.tryOutNotLoadedText}
    </Notice>
  )
}
