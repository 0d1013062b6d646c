import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { FailedPanel } from '../../blocks/list/instead.tsx'
import { listOf } from '../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../blocks/list/list-view.tsx'
import { toolServersQuery } from '../../blocks/tool-servers/tool-servers-query.ts'
import { useApi } from '../../lib/http/api.ts'
import { Button } from '../../ui/button.tsx'
import { ServerItem } from './server-item.tsx'
import { SignInEnd } from './sign-in-end.tsx'
import * as texts from './texts.ts'

const NewServerDialog = lazy(() => import('./new-server-dialog.tsx'))

/** A wallet's servers of tools and those of the place. @param owner undefined while the viewer is not known */
export function ToolServers({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...toolServersQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [isAdding, setAdding] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const { servers = [] } = asked.data ?? {}
  const own = servers.filter(({ isOfPlace }) => !isOfPlace).length
  return (
    <div ref={list} tabIndex={-1} className="grid gap-5 outline-none">
      <SignInEnd />
      <ListView
        list={listOf(asked, servers)}
        as="ul"
        className="grid gap-3"
        words={{ loading: texts.loading, count: ({ length }) => texts.count(length) }}
        loading={
          <Skeletons of={<li aria-hidden="true" className="panel hairline cut skeleton h-36" />} count={1} />
        }
        empty={<p className="text-soft">{texts.none}</p>}
        failed={(failure) => <FailedPanel title={texts.failed} failure={failure} />}
      >
        {(shown) =>
          shown.map((server) => (
            <ServerItem
              key={server.id}
              server={server}
              onGone={() => list.current?.focus({ preventScroll: true })}
            />
          ))
        }
      </ListView>
      {own >= toolLimits.serversOfWallet ? (
        <p className="text-soft">{texts.full(toolLimits.serversOfWallet)}</p>
      ) : (
        <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
      <p className="max-w-[64ch] text-pretty text-[13px] leading-relaxed text-muted">{texts.note}</p>
      {isAdding && (
        <Suspense fallback={null}>
          <NewServerDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}
