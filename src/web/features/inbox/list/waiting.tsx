import { useQueryClient } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { callPath } from '../../../../shared/tools/call-path.ts'
import type { CallPlace, Decided } from '../../../../shared/tools/decisions.ts'
import type { WaitingItem } from '../../../../shared/tools/inbox.ts'
import { When } from '../../../blocks/list/facts.tsx'
import { decideCall } from '../../../blocks/tools/decide-call.ts'
import { inboxKey } from '../../../blocks/tools/inbox-key.ts'
import { ToolDecisions } from '../../../blocks/tools/tool-decisions.ts'
import { ToolPart } from '../../../blocks/tools/tool-part.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { Link } from '../../../lib/router/router.tsx'
import * as texts from '../texts.ts'

/**
 * A call that waits: where it stands, and the card on which it is decided. There may be hundreds: one that is off screen
 * is not laid out, and a decision renders no other.
 */
export const Waiting = memo(function Waiting(props: {
  item: WaitingItem
  onDecided: (item: WaitingItem, decided: Decided) => void
}) {
  const { item, onDecided } = props
  const api = useApi()
  const queryClient = useQueryClient()
  const maker = useMemo(
    () => ({
      agentName: item.agentName,
      agentId: item.agentId,
      lists: 'all' as const,
      decide: decideCall(api),
      onDecided: (decided: Decided) => onDecided(item, decided),
      onStale: () => void queryClient.invalidateQueries({ queryKey: inboxKey }),
    }),
    [api, queryClient, item, onDecided],
  )
  return (
    <li className="-mx-3 min-w-0 px-3 [contain-intrinsic-block-size:auto_420px] [content-visibility:auto]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-13">
        <Where place={item.place} agentId={item.agentId} agentName={item.agentName} name={item.where} />
        <span className="text-muted">
          <When at={item.since} />
        </span>
      </div>
      <ToolDecisions value={maker}>
        <ToolPart part={item.part} />
      </ToolDecisions>
    </li>
  )
})

const kinds = { conversation: texts.inChat, realm: texts.inRealm, run: texts.inRun } as const

/** The agent, the kind of place, and its name as the link that leads there. */
export function Where(props: { place: CallPlace; agentId: string | null; agentName: string; name: string }) {
  const { place } = props
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="display text-sm font-semibold wrap-anywhere text-magenta">{props.agentName}</span>
      <span className="label text-muted">{kinds[place.scope]}</span>
      <Link
        to={callPath(place, props.agentId)}
        className="-my-2.5 max-w-full truncate py-2.5 text-soft underline decoration-line-strong underline-offset-4 hover:text-text"
      >
        {props.name || texts.openWhere}
      </Link>
    </p>
  )
}
