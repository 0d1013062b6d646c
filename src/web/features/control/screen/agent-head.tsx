import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../../lib/http/api.ts'
import { findAgentQuery } from '../../../lib/http/find-agent-query.ts'
import { Link } from '../../../lib/router/router.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PreviousIcon } from '../../../ui/icons.tsx'
import { Portrait } from '../../../ui/picture/picture.tsx'
import { type ControlAddress, controlAddress } from '../control-address.ts'
import * as texts from '../texts.tsx'

/** On a phone the name takes the whole line, and the link is below it. */
const ROOM = '1 1 200px'

export function AgentHead(props: {
  id: string
  owner: string
  address: ControlAddress
  controls: ReactNode
}) {
  const { data } = useQuery(findAgentQuery(useApi(), props.id, props.owner))
  // Others' agents are visible elsewhere, but not here.
  const agent = data?.owner === props.owner ? data : null
  return (
    <section aria-labelledby="agent" className="grid gap-4">
      <Link
        to={controlAddress({ ...props.address, agent: null })}
        className="display flex min-h-11 items-center gap-1.5 justify-self-start text-13 font-medium text-soft hover:text-text"
      >
        <PreviousIcon width={16} height={16} />
        {texts.allAgents}
      </Link>
      <div className="flex flex-wrap items-center gap-4">
        {agent ? (
          <>
            <Portrait src={agent.pictureUrl} size={56} className="size-14" />
            <div style={{ flex: ROOM }} className="grid min-w-0 gap-1.5">
              <h2
                id="agent"
                className="line-clamp-2 text-left text-23 leading-tight font-semibold wrap-anywhere"
                title={agent.name}
              >
                {agent.name}
              </h2>
              <p className="line-clamp-2 text-[0.84375rem] wrap-anywhere text-soft">{agent.description}</p>
            </div>
            <ButtonLink to={`/chat/${agent.id}`} size="small" className="max-md:min-h-11">
              {texts.openChat}
            </ButtonLink>
          </>
        ) : (
          <AgentHeadSkeleton />
        )}
      </div>
      {props.controls}
    </section>
  )
}

function AgentHeadSkeleton() {
  return (
    <>
      <div aria-hidden="true" className="skeleton hexagon size-14 flex-none" />
      <div className="grid flex-1 gap-2">
        <h2 id="agent" className="sr-only">
          {texts.agent}
        </h2>
        <div aria-hidden="true" className="skeleton h-5 w-2/5" />
        <div aria-hidden="true" className="skeleton h-3.5 w-3/4" />
      </div>
    </>
  )
}
