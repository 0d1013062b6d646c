import { useEffect, useRef } from 'react'
import { useSearchParams } from '../../lib/router/router.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import * as texts from './texts.ts'

const tones = { 'signed-in': 'good', declined: 'info', failed: 'bad', unknown: 'bad' } as const
type End = keyof typeof tones
const isEnd = (text: string): text is End => Object.hasOwn(tones, text)

/** How a sign-in at a server ended, from which the person came back to this address. */
export function SignInEnd() {
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
