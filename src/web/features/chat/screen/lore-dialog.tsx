import { useQuery } from '@tanstack/react-query'
import { NotLoaded, Waiting } from '../../../blocks/list/waiting.tsx'
import { LoreReasons } from '../../../blocks/lore/lore-reasons.tsx'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { conversationKey } from '../api/conversation-query.ts'
import * as texts from '../texts.tsx'

/** What entered the prompt of a reply from the agent's lorebook, and why; for the agent's owner. */
export default function LoreDialog(props: { conversationId: string; replyId: string; onClose: () => void }) {
  const { conversationId: id, replyId: reply } = props
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: [...conversationKey(id), 'lore', reply],
    queryFn: ({ signal }) =>
      unwrap(
        api.conversations[':id'].replies[':reply'].lore.$get({ param: { id, reply } }, { init: { signal } }),
      ),
  })
  return (
    <Dialog open title={texts.lorebookEntriesUsed} onClose={props.onClose}>
      {data ? (
        <div className="grid gap-4">
          <LoreReasons lore={data} />
          {data.editedSince && <p className="text-sm text-warning">{texts.personaHasChangedSinceReply}</p>}
        </div>
      ) : error ? (
        <NotLoaded title={texts.couldNotLoaded} error={error} retry={() => void refetch()} />
      ) : (
        <Waiting words={texts.looking} look="grid gap-3">
          <div className="skeleton h-11" />
        </Waiting>
      )}
    </Dialog>
  )
}
