import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { toolLimits } from '../../../shared/tools/tool-states.ts'
import { listOf } from '../../blocks/list/list-state.ts'
import { OwnList } from '../../blocks/list/own-list.tsx'
import { toolServersQuery } from '../../blocks/tool-servers/tool-servers-query.ts'
import { useApi } from '../../lib/http/api.ts'
import { useSearchParams } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ServerItem } from './server-item.tsx'
import * as texts from './texts.ts'

const NewServerDialog = lazyPart(() => import('./new-server-dialog.tsx'))

/** A wallet's servers of tools and those of the place. @param owner undefined while the viewer is not known */
export function ToolServers({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...toolServersQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [isAdding, setAdding] = useState(false)
  const { servers = [] } = asked.data ?? {}
  const own = servers.filter(({ isOfPlace }) => !isOfPlace).length
  return (
    <div className="grid gap-5">
      <SignInEnd />
      <OwnList
        list={listOf(asked, servers)}
        words={{
          loading: texts.loading,
          count: ({ length }) => texts.count(length),
          none: texts.none,
          failed: texts.failed,
        }}
        skeleton="h-36"
      >
        {(server, toList) => <ServerItem key={server.id} server={server} onGone={toList} />}
      </OwnList>
      {own >= toolLimits.serversOfWallet ? (
        <p className="text-soft">{texts.full(toolLimits.serversOfWallet)}</p>
      ) : (
        <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      )}
      <p className="max-w-[64ch] text-pretty text-13 leading-relaxed text-muted">{texts.note}</p>
      {isAdding && (
        <Suspense fallback={null}>
          <NewServerDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </div>
  )
}

const tones = { 'signed-in': 'good', declined: 'info', failed: 'bad', unknown: 'bad' } as const
type End = keyof typeof tones
const isEnd = (text: string): text is End => Object.hasOwn(tones, text)

function SignInEnd() {
  const [search, setSearch] = useSearchParams()
  const kind = search.get('signIn') ?? ''
  const element = useRef<HTMLDivElement>(null)
  // It is what the person came for.
  useEffect(() => element.current?.scrollIntoView({ block: 'center' }), [])
  if (!isEnd(kind)) return null
  const leave = () => {
    const rest = new URLSearchParams(search)
    for (const name of ['signIn', 'host']) rest.delete(name)
    setSearch(rest, { replace: true, state: { sameScreen: true } })
  }
  return (
    <div ref={element}>
      <Notice tone={tones[kind]} title={texts.signInEnds[kind](search.get('host') ?? '')}>
        <Button size="small" className="mt-2 max-md:min-h-11" onClick={leave}>
          {texts.understood}
        </Button>
      </Notice>
    </div>
  )
}
