import { type ReactNode, Suspense } from 'react'
import { useIsWideForPanel } from '../../../lib/hooks/use-is-wide.ts'
import { optionalPart } from '../../../ui/optional-part.ts'

const HistoryPanel = optionalPart(() => import('./history-panel.tsx'))

/** A chat with the stored conversations beside it (section 2), which stay as they are while another one is opened. */
export function BesideHistory(props: {
  agentId: string | null
  conversationId: string | null
  /** Null on a screen that stores nothing. */
  viewer: string | null
  onNew: () => void
  children: ReactNode
}) {
  const { viewer } = props
  const hasRoom = useIsWideForPanel()
  return (
    <div
      className={`mx-auto flex h-[calc(100dvh-var(--header-height)-1px)] min-h-80 ${viewer ? 'min-[68.75rem]:max-w-(--measure)' : ''}`}
    >
      {viewer && (
        <aside className="w-[280px] flex-none border-r border-line pt-5 pr-2 pl-5 max-[68.6875rem]:hidden">
          {hasRoom && (
            <Suspense>
              <HistoryPanel
                agentId={props.agentId}
                currentId={props.conversationId ?? undefined}
                onNew={props.onNew}
              />
            </Suspense>
          )}
        </aside>
      )}
      {props.children}
    </div>
  )
}
