import { engineQuery } from '../../../features/chat/api/engine-query.ts'
import { defaultEntity } from '../../../features/chat/entity.ts'
import { BesideHistory } from '../../../features/chat/history/beside-history.tsx'
import { ChatScreen } from '../../../features/chat/screen/chat-screen.tsx'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

export const prefetch = ({ api, queryClient }: ScreenContext) =>
  queryClient.prefetchQuery({ ...engineQuery(api), retry: false })

export const head = () => ({
  title: defaultEntity.title,
  description: texts.isolatedSummary,
})

/** The chat without an agent (section 2) stores nothing, whoever is signed in. */
export default function Isolated() {
  return (
    <BesideHistory agentId={null} conversationId={null} viewer={null} onNew={() => {}}>
      <ChatScreen entity={defaultEntity} conversationId={null} viewer={null} />
    </BesideHistory>
  )
}
