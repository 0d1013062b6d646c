import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EndedItem } from '../../../../shared/tools/inbox.ts'
import { When } from '../../../blocks/list/facts.tsx'
import { inboxKey } from '../../../blocks/tools/inbox-key.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { ItemButton } from '../../../ui/item-button.tsx'
import { toast } from '../../../ui/toast.ts'
import * as texts from '../texts.ts'
import { Where } from './waiting.tsx'

const tones = { finished: 'text-good', failed: 'text-bad', expired: 'text-warning' } as const

/** What ended without its person, until they have it cleared away. */
export function Ended({ items }: { items: readonly EndedItem[] }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const clear = useMutation({
    mutationFn: () => unwrap(api.inbox.seen.$post()),
    onSuccess: () => {
      // The section goes with its button, so the focus moves to the page.
      document.querySelector('main')?.focus({ preventScroll: true })
      return queryClient.invalidateQueries({ queryKey: inboxKey })
    },
    onError: (error) => toast.error(texts.notCleared(explainError(error))),
  })
  return (
    <section aria-labelledby="ended">
      <div className="flex items-center justify-between gap-4">
        <h2 id="ended" className="text-xl font-semibold">
          {texts.ended}
        </h2>
        <ItemButton
          of={texts.clearEndedWhat}
          tone="quiet"
          busy={clear.isPending}
          onClick={() => clear.mutate()}
        >
          {texts.clearEnded}
        </ItemButton>
      </div>
      <ul className="mt-3 divide-y divide-line">
        {items.map((item) => (
          <li
            key={`${item.place.replyId} ${item.what} ${item.at}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3.5 text-13"
          >
            <Where {...item} name={item.where} />
            <span className="flex flex-wrap gap-x-3">
              <span className={tones[item.what]}>{texts.endedAs[item.what]}</span>
              <span className="text-muted">
                <When at={item.at} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
