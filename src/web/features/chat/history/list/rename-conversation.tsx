import {
  type ConversationSummary,
  conversationChangesSchema,
} from '../../../../../shared/chat/conversations.ts'
import { limits } from '../../../../../shared/common/limits.ts'
import { RenameForm } from '../../../../blocks/form/rename-form.tsx'
import { useApi } from '../../../../lib/http/api.ts'
import { notifyTabs } from '../../conversation/conversation-channel.ts'
import * as texts from '../../texts.tsx'
import { renameConversation } from '../api/change-conversation.ts'
import { useConversationCache } from '../api/use-conversation-cache.ts'

export default function RenameConversation(props: {
  conversation: Pick<ConversationSummary, 'id' | 'title'>
  onDone: () => void
}) {
  const { id, title } = props.conversation
  const api = useApi()
  const cache = useConversationCache()
  const rename = async (wanted: string) => {
    const renamed = await renameConversation(api, id, wanted)
    await cache.rename(id, renamed.title)
    notifyTabs({ type: 'renamed', conversationId: id })
  }
  return (
    <RenameForm
      field="title"
      label={texts.title}
      name={title}
      max={limits.conversationTitle}
      check={(wanted) => conversationChangesSchema.safeParse({ title: wanted })}
      rename={rename}
      onDone={props.onDone}
    />
  )
}
