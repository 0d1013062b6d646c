import { queryOptions, useQuery } from '@tanstack/react-query'
import { categoryNames } from '../../../../shared/agents/agent-defaults.ts'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { Link } from '../../../lib/router/router.tsx'
import { Picture } from '../../../ui/picture/picture.tsx'
import { agentsKey } from '../api/agent-list.ts'
import type { DialogPlace } from '../dialog-place.ts'
import * as texts from './texts.ts'

/** The agents most similar to one. Nothing is shown if there are none or the request failed. */
export function LikeThis(props: { id: string; viewer: string | null; place: DialogPlace }) {
  const { data = [] } = useQuery(likeAgentsQuery(useApi(), props.id, props.viewer))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="like-this" className="grid gap-2.5 border-t border-line pt-4 md:col-span-2">
      <h3 id="like-this" className="label">
        {texts.similarAgents}
      </h3>
      <ul className="grid gap-1 sm:grid-cols-2">
        {data.map((agent) => (
          <li key={agent.id}>
            <Link
              {...props.place.linkTo(agent.id)}
              replace
              state={{ openedHere: props.place.openedHere }}
              className="flex items-center gap-3 p-1.5 transition-colors hover:bg-cyan/6"
            >
              <Picture
                src={agent.pictureUrl}
                alt=""
                width={44}
                height={44}
                sizes="44px"
                className="hexagon size-11 flex-none bg-deep object-cover"
              />
              <span className="grid min-w-0">
                <span className="display truncate text-15 font-semibold" title={agent.name}>
                  {agent.name}
                </span>
                <span className="truncate text-13 text-muted">{categoryNames[agent.category]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** @param viewer only its owner can open a hidden agent */
function likeAgentsQuery(api: Api, id: string, viewer: string | null) {
  return queryOptions({
    queryKey: [...agentsKey, 'like', id, viewer],
    queryFn: async ({ signal }): Promise<AgentSummary[]> =>
      (await unwrap(api.agents[':id'].like.$get({ param: { id } }, { init: { signal } }))).agents,
  })
}
