import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { listOf } from '../../../blocks/list/list-state.ts'
import { OwnList } from '../../../blocks/list/own-list.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import * as texts from '../texts.tsx'
import { KeyItem } from './key-item.tsx'
import { ownKeysQuery } from './own-keys.ts'

const NewKeyDialog = lazyPart(() => import('./new-key-dialog.tsx'))

/** The API keys of a wallet, and the button that makes one. @param owner undefined while the viewer is not known */
export function OwnKeys({ owner }: { owner: string | undefined }) {
  const asked = useQuery({ ...ownKeysQuery(useApi(), owner ?? ''), enabled: owner !== undefined })
  const [isMaking, setMaking] = useState(false)
  return (
    <div className="grid gap-5">
      <OwnList
        list={listOf(asked, asked.data ?? [])}
        words={{
          loading: texts.keysLoading,
          count: ({ length }) => texts.keysCount(length),
          none: texts.noKeys,
          failed: texts.keysFailed,
        }}
        skeleton="h-20"
      >
        {(key, toList) => <KeyItem key={key.id} apiKey={key} onGone={toList} />}
      </OwnList>
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
