import { useQuery } from '@tanstack/react-query'
import { LoreReasons } from '../../../blocks/lore/lore-reasons.tsx'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
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
        <div className="grid justify-items-start gap-4">
          <Notice tone="bad" title={texts.couldNotLoaded}>
            {explainError(error)}
          </Notice>
          <Button size="small" className="max-md:min-h-11" onClick={() => void refetch()}>
            {texts.tryAgain}
          </Button>
        </div>
      ) : (
        <div aria-busy="true" className="grid gap-3">
          <p role="status" className="sr-only">
            {texts.looking}
          </p>
          <div className="skeleton h-11" />
        </div>
      )}
    </Dialog>
  )
}
