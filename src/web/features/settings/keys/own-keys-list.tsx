import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import { listOf } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import * as texts from '../texts.tsx'
import { KeyItem } from './key-item.tsx'
import { ownKeysQuery } from './own-keys.ts'

const NewKeyDialog = lazy(() => import('./new-key-dialog.tsx'))

/** The API keys of a wallet, and the button that makes one. @param owner undefined while the viewer is not known */
export function OwnKeys({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...ownKeysQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [isMaking, setMaking] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1} className="grid gap-5 outline-none">
      <ListView
        list={listOf(asked, asked.data ?? [])}
        as="ul"
        className="grid gap-3"
        words={{
          loading: texts.keysLoading,
          count: ({ length }) => texts.keysCount(length),
        }}
        loading={
          <Skeletons of={<li aria-hidden="true" className="panel hairline cut skeleton h-20" />} count={1} />
        }
        empty={<p className="text-soft">{texts.noKeys}</p>}
        failed={(failure) => <FailedPanel title={texts.keysFailed} failure={failure} />}
      >
        {(keys) =>
          keys.map((key) => (
            <KeyItem key={key.id} apiKey={key} onGone={() => list.current?.focus({ preventScroll: true })} />
          ))
        }
      </ListView>
      <Button className="justify-self-start" aria-haspopup="dialog" onClick={() => setMaking(true)}>
        {texts.createKey}
      </Button>
      {isMaking && (
        <Suspense fallback={null}>
          <NewKeyDialog onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </div>
  )
}
